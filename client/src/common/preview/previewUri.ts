import { dialectIds } from '../../../../server/src/core/index';
import type { ConversionReport } from '../../../../server/src/protocol/index';

/** What a preview is of, and in which dialect. */
export interface PreviewOf {
  readonly source: string;
  readonly to: ConversionReport['to'];
}

const EXTENSIONS: Readonly<Record<string, string>> = { jsonl: 'jsonl', jsonc: 'jsonc' };

/** Path and query of a preview's address. The extension makes the editor read it in the language that it is in. */
export function previewPath(
  path: string,
  source: string,
  to: ConversionReport['to'],
  languageId: string,
): { readonly path: string; readonly query: string } {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const dot = file.lastIndexOf('.');
  const stem = dot > 0 ? file.slice(0, dot) : file;
  const query = new URLSearchParams({ source, to: String(to) }).toString();
  return { path: `/${stem}.${to}.${EXTENSIONS[languageId] ?? 'json'}`, query };
}

/** Undefined for an address that is none of ours. */
export function previewOf(query: string): PreviewOf | undefined {
  const parameters = new URLSearchParams(query);
  const [source, written] = [parameters.get('source'), parameters.get('to')];
  const to = dialectIds.find((id) => String(id) === written);
  return source !== null && to !== undefined ? { source, to } : undefined;
}

/** The line above a preview: of what, at which cost, and whether it is of now. */
export function previewLine(
  file: string,
  { report, failure }: { readonly report: ConversionReport | undefined; readonly failure: string | undefined },
): string {
  if (failure !== undefined) return `Not as it is now: ${file}: ${failure}`;
  if (report === undefined) return `${file}: being converted`;
  const { name, summary, refusal } = report;
  if (refusal !== undefined) return `Not as it is now: ${file} cannot be written as ${name}. ${refusal.reason}`;
  return `${file} as ${name} · ${summary === '' ? 'nothing is lost' : summary}`;
}
