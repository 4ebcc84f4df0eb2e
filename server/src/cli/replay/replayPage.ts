import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { visible } from '../../core/index';
import { HostError } from '../../host/types';
import type { Session } from '../files/session';
import { UsageError } from '../usage';
import type { ReplayCommandOptions } from './replayOptions';

/** In place of a file: the page is what is printed. */
export const TO_OUTPUT = '-';

/** A page that would take the place of what it is a report of is refused before anything runs. */
export async function refuseOverwriting(
  { html, baseline, json, format }: ReplayCommandOptions,
  paths: readonly string[],
  session: Session,
): Promise<void> {
  if (html === undefined) return;
  const { cwd } = session.io;
  if (html.trim() === '') throw new UsageError('--html needs the name of a file');
  if (html === TO_OUTPUT) {
    if (json || format === 'json') throw new UsageError('--html - and --json would both print to standard output');
    return;
  }
  const target = await identityOf(resolve(cwd, html));
  if (target === undefined) return;
  if (baseline !== undefined && (await identityOf(resolve(cwd, baseline))) === target) {
    throw new UsageError(`--html: ${visible(html)} is the baseline, and would be overwritten`);
  }
  for await (const { path } of session.candidates(paths)) {
    if ((await identityOf(path)) === target) {
      throw new UsageError(`--html: ${visible(html)} is one of the files to be replayed, and would be overwritten`);
    }
  }
}

/** Writes the page where it was asked for, if that is a file. */
export async function writePage(path: string, page: string, session: Session): Promise<void> {
  try {
    await session.io.host.putFile(resolve(session.io.cwd, path), Buffer.from(page, 'utf8'));
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const why = error.fault === 'missing' ? 'its folder does not exist' : `it ${error.message}`;
    await session.fail(`--html: ${visible(path)} could not be written: ${why}`);
  }
}

/** The same for all names of a file, whatever links and spellings lead to it. */
async function identityOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found?.isFile() === true ? `${found.dev}:${found.ino}` : undefined;
}
