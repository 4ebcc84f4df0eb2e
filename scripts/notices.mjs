// The licence notices of every package that ended up in a bundle: their licences ask that the text travels with the code.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the notices of all packages named in esbuild's metafiles; throws when a package comes without a licence.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 * @param {string} file
 */
export function writeNotices(metafiles, file) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  const intro = 'Transcript Lint contains code of the packages below, under their own licences.';
  writeFileSync(file, `${[intro, ...[...folders].sort().map(notice)].join(rule)}\n`);
}

/** @param {string} input */
function packageFolder(input) {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
}

/** @param {string} folder */
function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((entry) => /^(licen[cs]e|copying|notice|thirdpartynotices)\b/i.test(entry));
  if (files.length === 0) throw new Error(`${name} comes without a licence text: leave it out of the bundles`);
  const texts = files.map((entry) => readFileSync(join(folder, entry), 'utf8').replaceAll('\r\n', '\n').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}
