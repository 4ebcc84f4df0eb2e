/** Seeded transcripts of some size, about 3.5 KB a message: prose, code, JSON in arguments, results of up to 50 KB, images of 200 KB. */
export type Shape = 'chat' | 'messages' | 'rows';

const WORDS =
  'the a harbour crane reads tide gauge before every evening backup and reports its level to night shift while bakery oven waits for rye dough to rise'.split(
    ' ',
  );
const CODE = [
  'const level = await gauge.read("north");',
  'if (level > limit) {',
  '  throw new RangeError(level);',
  '}',
  'return { level, unit: "cm" };',
];

const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB'.repeat(6400);

/** Mulberry32: small, seeded, the same everywhere. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function transcript(shape: Shape, characters: number, seed = 1): string {
  const next = random(seed);
  const turns: unknown[] = [];
  let size = 0;
  for (let turn = 0; size < characters; turn++) {
    const exchange = shape === 'messages' ? blockExchange(turn, next) : toolExchange(turn, next);
    for (const message of exchange) {
      turns.push(message);
      size += JSON.stringify(message, null, 2).length * 1.05;
    }
  }
  if (shape === 'rows') return turns.map((message) => JSON.stringify(message)).join('\n');
  return JSON.stringify({ model: shape === 'chat' ? 'gpt-5' : 'claude-opus-4-8', messages: turns }, null, 2);
}

function toolExchange(turn: number, next: () => number): unknown[] {
  const id = `call_${turn.toString(36).padStart(12, '0')}`;
  const call = { id, type: 'function', function: { name: 'read_gauge', arguments: JSON.stringify(input(next)) } };
  return [
    {
      role: 'user',
      content: hasImage(turn)
        ? [textPart(next), { type: 'image_url', image_url: { url: `data:image/png;base64,${IMAGE}` } }]
        : prose(next, 120),
    },
    { role: 'assistant', content: prose(next, 60), tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: output(turn, next) },
    { role: 'assistant', content: code(next, 80) },
  ];
}

function blockExchange(turn: number, next: () => number): unknown[] {
  const id = `toolu_${turn.toString(36).padStart(12, '0')}`;
  return [
    {
      role: 'user',
      content: hasImage(turn)
        ? [textPart(next), { type: 'image', source: { type: 'base64', media_type: 'image/png', data: IMAGE } }]
        : prose(next, 120),
    },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: prose(next, 60) },
        { type: 'tool_use', id, name: 'read_gauge', input: input(next) },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output(turn, next) }] },
    { role: 'assistant', content: code(next, 80) },
  ];
}

/** One exchange in a hundred and twenty begins with a picture. */
function hasImage(turn: number): boolean {
  return turn % 120 === 60;
}

function textPart(next: () => number): unknown {
  return { type: 'text', text: prose(next, 20) };
}

function input(next: () => number): unknown {
  return {
    pier: WORDS[Math.floor(next() * WORDS.length)],
    from: Math.floor(next() * 1e6),
    query: code(next, 12),
    deep: { list: [1, 2, 3] },
  };
}

function output(turn: number, next: () => number): string {
  if (turn % 40 === 7) return 'A'.repeat(50_000);
  return JSON.stringify(
    Array.from({ length: 40 + Math.floor(next() * 60) }, (_, row) => ({ row, level: next(), note: prose(next, 4) })),
  );
}

function prose(next: () => number, words: number): string {
  return Array.from({ length: words }, () => WORDS[Math.floor(next() * WORDS.length)]).join(' ');
}

function code(next: () => number, lines: number): string {
  return Array.from({ length: lines }, () => CODE[Math.floor(next() * CODE.length)]).join('\n');
}
