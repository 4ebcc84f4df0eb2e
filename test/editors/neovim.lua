-- Neovim without a window: opens the files of the workspace with the server attached, takes the preferred quick fix of the
-- first diagnostic, writes, and tells what it saw. Runs from Neovim 0.7 (`start_client` and no `vim.lsp.start`) on.
local command = vim.fn.json_decode(vim.env.SERVER)

local function tell(sighting)
  vim.fn.writefile({ vim.fn.json_encode(sighting) }, vim.env.REPORT, 'a')
end

local function wait_for(what, condition)
  if not vim.wait(15000, condition, 10) then
    error('never saw ' .. what)
  end
end

local function open(file, client)
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  local buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, client)
  return buffer
end

local function rules_of(buffer)
  return vim.tbl_map(function(diagnostic)
    return { source = diagnostic.source, code = diagnostic.code, line = diagnostic.lnum, message = diagnostic.message }
  end, vim.diagnostic.get(buffer))
end

local function main()
  vim.o.hidden = true
  local client = vim.lsp.start_client({
    name = 'transcript-lint',
    cmd = command,
    root_dir = vim.fn.fnamemodify(vim.env.TRANSCRIPT, ':h'),
  })
  local manifest = open(vim.env.MANIFEST, client)
  local transcript = open(vim.env.TRANSCRIPT, client)
  wait_for('a diagnostic', function() return #vim.diagnostic.get(transcript) > 0 end)
  tell({ what = 'diagnostics', list = rules_of(transcript) })

  vim.lsp.codelens.refresh()
  wait_for('a lens', function()
    local lenses = vim.lsp.codelens.get(transcript)
    return #lenses > 0 and lenses[1].command ~= nil
  end)
  tell({ what = 'lenses', titles = vim.tbl_map(function(lens) return lens.command.title end, vim.lsp.codelens.get(transcript)) })

  local diagnostic = vim.diagnostic.get(transcript)[1]
  vim.api.nvim_win_set_cursor(0, { diagnostic.lnum + 1, diagnostic.col })
  local offered
  vim.ui.select = function(items, options, choose)
    offered = vim.tbl_map(options.format_item or tostring, items)
    choose(items[1], 1)
  end
  local before = vim.api.nvim_buf_get_changedtick(transcript)
  vim.lsp.buf.code_action()
  wait_for('the edit', function() return vim.api.nvim_buf_get_changedtick(transcript) > before end)
  tell({ what = 'actions', titles = offered or {} })

  vim.cmd('write')
  wait_for('the diagnostic go', function() return #vim.diagnostic.get(transcript) == 0 end)
  tell({ what = 'not ours', list = rules_of(manifest) })

  local chat = vim.api.nvim_buf_get_lines(transcript, 0, -1, true)
  vim.cmd('let &undolevels = &undolevels') -- in a script nothing else ends what is undone together
  vim.lsp.buf.execute_command({
    command = 'transcript-lint.convert',
    arguments = { { uri = vim.uri_from_bufnr(transcript), to = 'messages' } },
  })
  wait_for('the conversion', function()
    return table.concat(vim.api.nvim_buf_get_lines(transcript, 0, -1, true)):find('"tool_use"', 1, true) ~= nil
  end)
  vim.cmd('silent undo')
  tell({ what = 'converted and undone', same = vim.deep_equal(vim.api.nvim_buf_get_lines(transcript, 0, -1, true), chat) })

  local handle = vim.lsp.get_client_by_id(client)
  handle.stop()
  wait_for('the server stop', function() return handle.is_stopped() end)
  tell({ what = 'stopped' })
  vim.cmd('qall!')
end

local done, problem = pcall(main)
if not done then
  io.stderr:write(tostring(problem) .. '\n')
  vim.cmd('cquit 1')
end
