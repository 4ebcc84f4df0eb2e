import type { JsonNode } from '../json/node';

/** A document as compact plain JSON: no comments, numbers and strings as they are spelled. A work list: it may be nested deep. */
export function printJson(root: JsonNode): string {
  const out: string[] = [];
  const jobs: (JsonNode | string)[] = [root];
  for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) {
    if (typeof job === 'string') out.push(job);
    else if (job.kind === 'array')
      pushMembers(
        jobs,
        '[',
        job.items().map((item) => ['', item] as const),
        ']',
      );
    else if (job.kind === 'object') pushMembers(jobs, '{', membersOf(job), '}');
    else out.push(scalar(job));
  }
  return out.join('');
}

function membersOf(node: JsonNode): (readonly [string, JsonNode])[] {
  return node.properties().map(({ name, value }) => [`${JSON.stringify(name)}:`, value] as const);
}

/** In reverse: the last job pushed is the first done. */
function pushMembers(
  jobs: (JsonNode | string)[],
  open: string,
  members: readonly (readonly [string, JsonNode])[],
  close: string,
): void {
  jobs.push(close);
  for (let i = members.length - 1; i >= 0; i--) {
    const member = members[i];
    if (member === undefined) continue;
    jobs.push(member[1], `${i > 0 ? ',' : ''}${member[0]}`);
  }
  jobs.push(open);
}

/** What a row or entry that does not parse holds cannot be printed as JSON; its text can. */
function scalar(node: JsonNode): string {
  if (node.kind === 'other') return JSON.stringify(node.raw());
  if (node.kind !== 'string') return node.raw();
  const literal = node.raw();
  return isStrict(literal) ? literal : JSON.stringify(node.text());
}

function isStrict(literal: string): boolean {
  try {
    JSON.parse(literal);
    return true;
  } catch {
    return false;
  }
}
