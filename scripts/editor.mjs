// `npm run editor`: a real VS Code with this extension, served to your browser; needs nothing but Node and npm.
// Options: --port=N, --folder=PATH (default: a fresh copy of fixtures/samples)
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installIfStale } from './install.mjs';
import { npm, root } from './run.mjs';
import { cacheFolder, copyForPlay, installExtension, startVscodeServer } from './vscodeServer.mjs';

const { values } = parseArgs({ options: { port: { type: 'string' }, folder: { type: 'string' } } });
const profile = join(cacheFolder, 'profile');

installIfStale();
if (npm(['run', '--silent', 'package']) !== 0) process.exit(1);
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
installExtension(profile, join(root, `${name}-${version}.vsix`));

const server = await startVscodeServer({
  profile,
  token: randomBytes(16).toString('hex'), // pages of other origins must not reach it
  ...(values.port === undefined ? {} : { port: Number(values.port) }),
});
const folder =
  values.folder === undefined ? copyForPlay(join(root, 'fixtures', 'samples')) : resolve(root, values.folder);
console.log(
  `\nVS Code with ${name} ${version} is at\n\n  ${server.address(folder)}\n\n${values.folder === undefined ? 'The samples are a copy: what you do to them is gone with the next start. ' : ''}Press Ctrl-C to end it.`,
);
server.child.once('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void server.stop());
