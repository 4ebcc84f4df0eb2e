import type { JsonNode } from '../../json/node';

const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'toolResult']);

/** Whether rows are a session log of Pi: a header, or messages in Pi's own words. */
export function isPiLog(root: JsonNode): boolean {
  const rows = root.kind === 'array' ? root.items() : [];
  let hasHeader = false;
  for (const row of rows) {
    const type = row.get('type')?.text();
    if (type === 'session' && row.get('version')?.kind === 'number') hasHeader = true;
    if (type !== 'message') continue;
    const message = row.get('message');
    if (!ROLES.has(message?.get('role')?.text() ?? '')) continue;
    if (hasHeader || row.get('parentId') !== undefined || hasOwnWords(message)) return true;
  }
  return false;
}

function hasOwnWords(message: JsonNode | undefined): boolean {
  if (message?.get('role')?.text() === 'toolResult') return true;
  return (
    message
      ?.get('content')
      ?.items()
      .some((part) => part.get('type')?.text() === 'toolCall') === true
  );
}

export function isPiHeader(line: string): boolean {
  return /"type"\s*:\s*"session"/.test(line);
}
