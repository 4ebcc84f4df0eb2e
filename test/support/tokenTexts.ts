import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { random, transcript } from '../bench/transcripts';

/** Some kilobytes of each kind of text that conversations hold, none of which the estimator was fitted to. */
export function tokenTexts(root: string): Readonly<Record<string, string>> {
  const chance = random(7);
  const whole = (most: number) => Math.floor(chance() * most);
  const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => whole(256)));
  const lines = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join('\n');
  return {
    prose: written(root, 'prose'),
    markdown: folder(root, 'docs/rules', '.md').slice(0, 20_000),
    code: folder(root, 'server/src/core/json', '.ts').slice(0, 40_000),
    'JSON, indented': transcript('chat', 20_000, 3).replaceAll(/"data:image[^"]*"/g, '"…"'),
    'JSON, compact': JSON.stringify(JSON.parse(transcript('messages', 20_000, 4))).replaceAll(
      /[A-Za-z0-9+/=]{400,}/g,
      '',
    ),
    Chinese: written(root, 'chinese'),
    Japanese: written(root, 'japanese'),
    Korean: written(root, 'korean'),
    Russian: written(root, 'russian'),
    emoji: written(root, 'emoji'),
    base64: bytes(6000).toString('base64'),
    'base64 of text': Buffer.from(written(root, 'prose')).toString('base64'),
    hex: lines(60, () => bytes(32).toString('hex')),
    numbers: lines(80, () => Array.from({ length: 8 }, () => (chance() * 2000 - 1000).toFixed(whole(6))).join(',')),
    log: lines(
      80,
      (i) =>
        `2025-03-${String((i % 28) + 1).padStart(2, '0')}T0${whole(10)}:${10 + whole(50)}:${10 + whole(50)}.${100 + whole(900)}Z ` +
        `${['INFO', 'WARN', 'ERROR'][whole(3)]} [gauge-${whole(9)}] request ${bytes(6).toString('hex')} took ${whole(3000)} ms`,
    ),
  };
}

function written(root: string, name: string): string {
  return readFileSync(join(root, 'fixtures', 'tokens', `${name}.txt`), 'utf8');
}

function folder(root: string, path: string, ending: string): string {
  const files = readdirSync(join(root, path)).filter((file) => file.endsWith(ending));
  return files.map((file) => readFileSync(join(root, path, file), 'utf8')).join('\n');
}
