// Drives `fixtures/rules`: every `invalid-*` is linted with its rule alone and pinned as a picture, every `valid-*` is silent
// under all rules, and the same findings come out of the same file in other clothes.
import { describe, expect, test } from 'vitest';
import { type Finding, ruleIds } from '../../server/src/core/index';
import { fixText } from '../support/fixText';
import { type Fixture, findingsIn, fixtureRules, fixturesOf, minify, optionsFor } from '../support/fixtures';
import { frame } from '../support/frames';

/** A rule about the size of the whole text: a fixture of it would weigh 256 MB. */
const WITHOUT_FIXTURES = ['too-large'];

test('every rule has its folder of fixtures, and every folder its rule', () => {
  expect(fixtureRules()).toEqual(ruleIds.filter((id) => !WITHOUT_FIXTURES.includes(id)));
});

describe.each(fixtureRules())('%s', (rule) => {
  const invalid = fixturesOf(rule, 'invalid');
  const valid = fixturesOf(rule, 'valid');

  test('has three examples of either kind', () => {
    expect(invalid.length).toBeGreaterThanOrEqual(3);
    expect(valid.length).toBeGreaterThanOrEqual(3);
  });

  test.each(invalid)('$name', async (fixture) => {
    const findings = findingsIn(fixture.text, fixture.name, fixture.config, rule);
    expect(findings.length).toBeGreaterThan(0);
    expect([...new Set(findings.map((finding) => finding.rule))]).toEqual([rule]);
    const picture = findings.map((finding) => frame(fixture.text, finding)).join('\n\n');
    await expect(`${picture}\n`).toMatchFileSnapshot(fixture.path.replace(/\.jsonc?l?$/, '.snap'));
  });

  test.each(invalid.filter(isMarked))('$name has its findings where the markers are', (fixture) => {
    const lines = findingsIn(fixture.text, fixture.name, fixture.config, rule).map((finding) =>
      lineOf(fixture.text, finding.start),
    );
    expect(lines).toEqual(markersOf(fixture.text, rule));
  });

  test.each(invalid)('$name is found in other clothes', (fixture) => {
    const expected = spoken(fixture, fixture.text, fixture.name);
    for (const [clothes, text] of dressed(fixture, rule)) {
      const name = clothes === 'as a JSONL row' ? 'row.jsonl' : fixture.name;
      const prefix = clothes === 'as a JSONL row' ? '/0' : '';
      const found = spoken(fixture, text, name);
      expect(found, clothes).toEqual(
        expected.map(({ pointer, ...rest }) => ({ pointer: `${prefix}${pointer}`, ...rest })),
      );
    }
  });

  test.each(invalid)('$name is clean after its safe fixes', (fixture) => {
    const { remaining } = fixText(fixture.text, optionsFor(fixture.name, fixture.config, rule), { only: [rule] });
    const fixable = remaining.filter((finding) => finding.fixes.some((fix) => fix.safety === 'safe'));
    expect(fixable.map((finding) => `${finding.rule} ${finding.pointer}`)).toEqual([]);
  });

  test.each(valid)('$name is silent', (fixture) => {
    const findings = findingsIn(fixture.text, fixture.name, fixture.config);
    expect(
      findings.map((finding) => `${finding.severity} ${finding.rule} ${finding.pointer}: ${finding.message}`),
    ).toEqual([]);
  });

  function spoken(fixture: Fixture, text: string, name: string) {
    return findingsIn(text, name, fixture.config, rule).map((finding) => ({
      pointer: finding.pointer,
      severity: finding.severity,
      message: finding.message,
      // The whole text is at fault there, and its first character is marked, a BOM included.
      covers: rule === 'too-deep' ? '' : covered(text, finding),
      fixes: finding.fixes.map((fix) => fix.title),
    }));
  }
});

/** The text under the range, whatever white space stands between its tokens. */
function covered(text: string, { start, end }: Finding): string {
  return minify(text.slice(start, end));
}

/** Rows may keep arguments as objects, on purpose; and these rules are about the text or the file itself. */
const NOT_AS_ROWS = ['tool-arguments-not-string', 'expected-fault-missing', 'syntax-error', 'too-deep'];
/** Findings at offsets of a text that does not parse: white space is part of what they point at. */
const NOT_MINIFIED = ['syntax-error', 'too-deep'];

function dressed({ name, text }: Fixture, rule: string): [string, string][] {
  const isRows = name.endsWith('.jsonl');
  const hasComments = name.endsWith('.jsonc');
  const clothes: [string, string][] = [
    ['with CRLF', text.replaceAll('\n', '\r\n')],
    ['with a BOM', `\ufeff${text}`],
  ];
  if (isRows) return clothes;
  clothes.push(['behind an emoji', `/* 🧵🪡 */ ${text}`]);
  if (hasComments || NOT_MINIFIED.includes(rule)) return clothes;
  clothes.push(['minified', minify(text)]);
  if (!NOT_AS_ROWS.includes(rule)) clothes.push(['as a JSONL row', `${minify(text)}\n`]);
  return clothes;
}

const MARKER = /^\s*\/\/ expect: ([a-z-]+)\s*$/;

function isMarked({ text }: Fixture): boolean {
  return text.split('\n').some((line) => MARKER.test(line));
}

/** Lines (1-based) below a marker of the rule. */
function markersOf(text: string, rule: string): number[] {
  return text.split('\n').flatMap((line, at) => (MARKER.exec(line)?.[1] === rule ? [at + 2] : []));
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
