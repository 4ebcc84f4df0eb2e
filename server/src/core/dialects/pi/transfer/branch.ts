import type { JsonNode } from '../../../json/node';

/** A row of the log that has a place in its tree. */
export interface PiRow {
  readonly node: JsonNode;
  readonly id: string;
  readonly parent: string | undefined;
}

export interface PiBranch {
  /** Rows from the first to the last, in the order of the tree. */
  readonly rows: readonly PiRow[];
  /** A row whose parent is not in the file: what came before it is not known. */
  readonly torn: PiRow | undefined;
}

/** The branch that ends at a row: the one named, or the latest leaf. Undefined when no row has that name. */
export function branchOf(rows: readonly JsonNode[], named: string | undefined): PiBranch | undefined {
  const tree = treeOf(rows);
  // The first version of the log has neither ids nor branches.
  if (tree.size === 0) return named === undefined ? { rows: rows.map(plainRow), torn: undefined } : undefined;
  const leaf = named === undefined ? latestLeaf(tree) : tree.get(named);
  if (leaf === undefined) return undefined;
  const path: PiRow[] = [];
  const passed = new Set<string>();
  let at: PiRow | undefined = leaf;
  let torn: PiRow | undefined;
  while (at !== undefined && !passed.has(at.id)) {
    path.push(at);
    passed.add(at.id);
    const above: PiRow | undefined = at.parent === undefined ? undefined : tree.get(at.parent);
    if (at.parent !== undefined && (above === undefined || passed.has(above.id))) torn = at;
    at = above;
  }
  return { rows: path.reverse(), torn };
}

/** A later row with the same id replaces the earlier. */
function treeOf(rows: readonly JsonNode[]): Map<string, PiRow> {
  const tree = new Map<string, PiRow>();
  for (const node of rows) {
    const [id, parent] = [node.get('id'), node.get('parentId')];
    if (node.get('type')?.text() === 'session' || id?.kind !== 'string') continue;
    tree.delete(id.text());
    tree.set(id.text(), { node, id: id.text(), parent: parent?.kind === 'string' ? parent.text() : undefined });
  }
  return tree;
}

/** The leaf that was written last: by its time, and by its line where times are equal or missing. */
function latestLeaf(tree: ReadonlyMap<string, PiRow>): PiRow | undefined {
  const parents = new Set([...tree.values()].map(({ parent }) => parent));
  let latest: PiRow | undefined;
  for (const row of tree.values()) {
    if (parents.has(row.id)) continue;
    if (latest === undefined || timeOf(row) >= timeOf(latest)) latest = row;
  }
  return latest ?? [...tree.values()].at(-1);
}

function timeOf({ node }: PiRow): string {
  const time = node.get('timestamp');
  return time?.kind === 'string' ? time.text() : '';
}

function plainRow(node: JsonNode): PiRow {
  return { node, id: '', parent: undefined };
}
