import picocolors from 'picocolors';
import stringWidth from 'string-width';
import type { Medium } from '../../core/index';
import type { Io, Output } from '../io';

/** How to draw on a stream: colours where its reader sees them, and as wide as it is. */
export function mediumOf(output: Output, env: Io['env']): Medium {
  const { bold, dim, red, yellow, blue, cyan, green } = picocolors.createColors(wantsColour(output, env));
  return { paint: { bold, dim, red, yellow, blue, cyan, green }, width: stringWidth, columns: output.columns };
}

/** `NO_COLOR` and `FORCE_COLOR` say what the person wants, `NO_COLOR` first; else terminals that can have colours. */
export function wantsColour(output: Output, env: Io['env']): boolean {
  if (isSet(env.NO_COLOR)) return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return output.isTerminal && env.TERM !== 'dumb';
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
