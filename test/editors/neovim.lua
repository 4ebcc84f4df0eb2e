-- Neovim without a window, with the recipe of docs/editors.md in its init.lua: opens the files, tells what is shown on each,
-- takes a quick fix in the first, changes the others, writes, and tells what it saw.

local function tell(sighting)
  vim.fn.writefile({ vim.fn.json_encode(sighting) }, vim.env.REPORT, 'a')
end

local function wait_for(what, condition)
  if not vim.wait(15000, condition, 10) then error('never saw ' .. what) end
end

local function lines_of(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, true)
end

local function text_of(buffer)
  return table.concat(lines_of(buffer), '\n')
end

local function open(file)
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  return vim.api.nvim_get_current_buf()
end

-- Columns of a diagnostic are bytes.
local function shown_on(buffer)
  return vim.tbl_map(function(one)
    local text = vim.api.nvim_buf_get_text(buffer, one.lnum, one.col, one.end_lnum, one.end_col, {})
    return { source = one.source, code = one.code, message = one.message, under = table.concat(text, '\n') }
  end, vim.diagnostic.get(buffer))
end

local function wait_for_problem(buffer)
  wait_for('a problem in ' .. vim.api.nvim_buf_get_name(buffer), function() return #vim.diagnostic.get(buffer) > 0 end)
end

local function fix_first(buffer)
  local diagnostic = vim.diagnostic.get(buffer)[1]
  vim.api.nvim_win_set_cursor(0, { diagnostic.lnum + 1, diagnostic.col })
  local offered
  vim.ui.select = function(items, options, choose)
    offered = vim.tbl_map(options.format_item or tostring, items)
    for i, title in ipairs(offered) do
      if title == vim.env.FIX then return choose(items[i], i) end
    end
    error('not offered: ' .. vim.env.FIX)
  end
  local before = vim.api.nvim_buf_get_changedtick(buffer)
  vim.lsp.buf.code_action()
  wait_for('the edit', function() return vim.api.nvim_buf_get_changedtick(buffer) > before end)
  tell({ what = 'actions', titles = offered })
end

local function main()
  vim.o.hidden = true
  local buffers = {}
  for i, file in ipairs(vim.fn.json_decode(vim.env.FILES)) do
    buffers[i] = open(vim.fn.fnamemodify(file, ':.')) -- by a relative name, as one types it
  end
  local manifest = table.remove(buffers)
  local typing = table.remove(buffers)

  for _, buffer in ipairs(buffers) do
    wait_for_problem(buffer)
    tell({ what = 'problems', file = vim.fn.bufname(buffer), list = shown_on(buffer) })
  end
  local client = vim.lsp.get_active_clients()[1]
  tell({ what = 'servers', count = #vim.lsp.get_active_clients(), root = client.config.root_dir })

  vim.cmd('buffer ' .. buffers[1])
  vim.lsp.codelens.refresh()
  wait_for('a lens', function()
    local lenses = vim.lsp.codelens.get(buffers[1])
    return #lenses > 0 and lenses[1].command ~= nil
  end)
  tell({ what = 'lenses', titles = vim.tbl_map(function(lens) return lens.command.title end, vim.lsp.codelens.get(buffers[1])) })
  fix_first(buffers[1])

  for i, buffer in ipairs(buffers) do
    vim.cmd('buffer ' .. buffer)
    if i > 1 then vim.cmd('%s/Oslo?/Bergen?/') end -- and saves at once
    vim.cmd('write')
    tell({ what = 'written', file = vim.fn.bufname(buffer), modified = vim.bo[buffer].modified })
  end
  vim.cmd('buffer ' .. typing)
  vim.cmd('%s/"tool_call_id": "call_1/"tool_call_id": "call_/')
  vim.cmd('write')
  tell({ what = 'written half-way', modified = vim.bo[typing].modified })
  for _, buffer in ipairs(buffers) do
    wait_for('the problem go', function() return #vim.diagnostic.get(buffer) == 0 end)
  end
  tell({ what = 'not ours', list = shown_on(manifest) })

  vim.cmd('buffer ' .. buffers[1])
  local chat = lines_of(0)
  vim.cmd('let &undolevels = &undolevels') -- in a script nothing else ends what is undone together
  assert(loadstring(vim.env.CONVERT))()
  wait_for('the conversion', function() return text_of(0):find('"tool_use"', 1, true) ~= nil end)
  vim.cmd('silent undo')
  tell({ what = 'converted and undone', same = vim.deep_equal(lines_of(0), chat) })

  client.stop()
  wait_for('the server stop', function() return client.is_stopped() end)
  tell({ what = 'stopped' })
  vim.cmd('qall!')
end

local done, problem = pcall(main)
if not done then
  io.stderr:write(tostring(problem) .. '\n')
  vim.cmd('cquit 1')
end
