import { resolve } from 'node:path';
import { textToMessage } from '../../core/index';
import { HostError } from '../../host/types';
import { decodeUtf8 } from '../files/decode';
import type { ExitCode, Io } from '../io';
import { UsageError } from '../usage';

export interface MessageCommandOptions {
  readonly text?: string;
  readonly role?: string;
  readonly toolCallId?: string;
  readonly json: boolean;
}

/** Makes a message of text: an argument, a file, or what comes in on standard input. */
export async function message(path: string | undefined, options: MessageCommandOptions, io: Io): Promise<ExitCode> {
  if (path !== undefined && options.text !== undefined) {
    throw new UsageError('the text comes from --text or from a file, not from both');
  }
  const text = options.text ?? (await readText(path ?? '-', io));
  const made = textToMessage({ text, role: options.role, tool_call_id: options.toolCallId });
  if (options.json) await io.stdout.write(`${JSON.stringify(made)}\n`);
  else for (const row of made.messages) await io.stdout.write(`${JSON.stringify(row)}\n`);
  if (made.messages.length === 0) await io.stderr.write('transcript-lint: the text is empty, which makes no message\n');
  return 0;
}

async function readText(path: string, io: Io): Promise<string> {
  try {
    const bytes = path === '-' ? await io.readStdin() : await io.host.readFile(resolve(io.cwd, path));
    const decoded = decodeUtf8(bytes);
    if ('fault' in decoded) throw new UsageError(`${path}: ${decoded.fault.message}`);
    return decoded.text.replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof HostError) throw new UsageError(`${path} ${error.message}`);
    throw error;
  }
}
