import { test } from 'vitest';
import { expectLinear } from '../support/growth';
import { pairToy } from '../support/pairToys';
import { toyItems } from '../support/toyItems';
import { toyNames } from '../support/toyNames';

const repeat = (size: number, make: (at: number) => unknown) => Array.from({ length: size }, (_, at) => make(at));
const call = (tool: string, ref?: string) => ({ call: { tool, ref } });
const result = (tool: string, ref?: string) => ({ result: { tool, ref } });

test('entries with results far behind their calls pair in step with the list', () => {
  expectLinear(4000, (size) => {
    const list = [
      ...repeat(size, (at) => ({ is: 'call', ref: `c${at}` })),
      ...repeat(size, (at) => ({ is: 'result', ref: `c${size - at}` })),
    ];
    return () => pairToy(toyItems, list);
  });
});

test('a turn of many calls of few names pairs in step with them', () => {
  expectLinear(4000, (size) => {
    const calls = repeat(size, (at) => call(`f${at % 3}`, at % 2 === 0 ? `c${at}` : undefined));
    const results = repeat(size, (at) =>
      result(at % 5 === 0 ? 'x' : `f${at % 3}`, at % 7 === 0 ? `c${at}` : undefined),
    );
    const list = [
      { who: 'machine', bits: calls },
      { who: 'person', bits: results },
    ];
    return () => pairToy(toyNames, list);
  });
});

test('many turns that wait, and results that come late and too often, pair in step with the list', () => {
  expectLinear(3000, (size) => {
    const list = [
      ...repeat(size, (at) => ({ who: 'machine', bits: [call('f', at % 2 === 0 ? `c${at}` : undefined)] })),
      ...repeat(size * 2, (at) => ({ who: 'person', bits: [result('f', at % 3 === 0 ? `c${at % size}` : undefined)] })),
    ];
    return () => pairToy(toyNames, list);
  });
});
