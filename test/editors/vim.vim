" Vim without a screen, with the recipe of docs/editors.md as its .vimrc: opens the files, tells what ALE shows on each, takes a
" quick fix in the first, changes the others, writes, and tells what it saw.

function! s:Tell(sighting) abort
  call writefile([json_encode(a:sighting)], $REPORT, 'a')
endfunction

function! s:WaitFor(what, Condition) abort
  for _ in range(1500)
    if a:Condition() | return | endif
    sleep 10m
  endfor
  throw 'never saw ' .. a:what .. ' in ' .. bufname()
endfunction

function! s:Problems(...) abort
  return get(g:ale_buffer_info, bufnr(get(a:, 1, '%')), {'loclist': []}).loclist
endfunction

" The text under a problem; ALE counts bytes from one, its end included.
function! s:Under(problem) abort
  return strpart(getline(a:problem.lnum), a:problem.col - 1, a:problem.end_col - a:problem.col + 1)
endfunction

function! s:Describe(problem) abort
  return {'linter': a:problem.linter_name, 'code': get(a:problem, 'code', ''), 'text': a:problem.text, 'under': s:Under(a:problem)}
endfunction

function! s:OnDisk(file, text) abort
  return join(readfile(a:file, 'b'), "\n") =~# a:text
endfunction

function! s:FixFirst() abort
  let l:problem = s:Problems()[0]
  call cursor(l:problem.lnum, l:problem.col)
  let l:before = b:changedtick
  let s:offered = []
  " What `:ALECodeAction` asks is answered as by the keyboard.
  function! ale#util#Input(message, value, ...) abort
    let s:offered = split(a:message, "\n")[1:-2]
    return matchstr(get(filter(copy(s:offered), 'v:val =~# $FIX'), 0, ''), '^\d\+')
  endfunction
  ALECodeAction
  call s:WaitFor('the edit', {-> b:changedtick > l:before})
  call s:Tell({'what': 'actions', 'titles': map(copy(s:offered), 'substitute(v:val, ''^\d\+) '', "", "")')})
endfunction

function! s:Main() abort
  set hidden
  let l:files = map(json_decode($FILES), 'fnamemodify(v:val, ":.")')
  let l:manifest = remove(l:files, -1)
  let l:typing = remove(l:files, -1)
  for l:file in l:files
    execute 'edit' fnameescape(l:file)
    call s:WaitFor('a problem', {-> len(s:Problems()) > 0})
    call s:Tell({'what': 'problems', 'file': l:file, 'list': map(copy(s:Problems()), 's:Describe(v:val)')})
  endfor

  execute 'buffer' l:files[0]
  call s:FixFirst()

  for l:file in l:files
    execute 'buffer' l:file
    if l:file !=# l:files[0] | silent %s/Oslo?/Bergen?/ | endif
    silent write
    " ALE fixes in the background and writes again.
    call s:WaitFor('the fix on disk', {-> s:OnDisk(l:file, 'interrupted; no result')})
    call s:Tell({'what': 'written', 'file': l:file, 'modified': &modified})
    call s:WaitFor('the problem go', {-> len(s:Problems()) == 0})
  endfor

  execute 'edit' l:typing
  silent %s/"tool_call_id": "call_1/"tool_call_id": "call_/
  silent write
  sleep 1 " for what ALE does in the background, and here must not do
  call s:Tell({'what': 'written half-way', 'modified': &modified})

  execute 'edit' l:manifest
  sleep 300m
  call s:Tell({'what': 'not ours', 'list': map(copy(s:Problems()), 's:Describe(v:val)')})
  silent write
  sleep 500m
  call s:Tell({'what': 'still not ours', 'modified': &modified})
  call s:Tell({'what': 'done'})
endfunction

try
  call s:Main()
  qall!
catch
  call writefile([v:exception .. ' at ' .. v:throwpoint, execute('messages')], $REPORT, 'a')
  cquit 1
endtry
