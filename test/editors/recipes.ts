// The code blocks of docs/editors.md, as they stand there. A comment that does not show names each: `<!-- block: helix -->`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Block {
  /** Undefined for a block that nothing names. */
  readonly name: string | undefined;
  /** What stands behind the fence: `lua`, `toml`. */
  readonly language: string;
  readonly text: string;
}

export const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'editors.md'), 'utf8');

export const blocks: readonly Block[] = readBlocks(page);

/** The blocks of these names, one after the other, as a newcomer pastes them. */
export function recipe(...names: readonly string[]): string {
  return names
    .map((name) => {
      const block = blocks.find((one) => one.name === name);
      if (block === undefined) throw new Error(`docs/editors.md has no block ${name}`);
      return block.text;
    })
    .join('\n');
}

export function readBlocks(markdown: string): Block[] {
  const fences = markdown.matchAll(/(?:^<!-- block: (\S+) -->\n)?^```(\w*)\n(.*?)^```$/gms);
  return [...fences].map(([, name, language = '', text = '']) => ({ name, language, text }));
}
