import type { JsonNode } from '../../json/node';
import { changeProperties, type Rewrite, value } from '../../json/rewrite';
import type { PairingId } from '../types';

/**
 * Reads the id under `key`: cast to text and trimmed, with the reason why it pairs nothing where it does not
 * (docs/design/pairing.md, "Ids").
 */
export function readPairingId(holder: JsonNode, key: string): PairingId {
  return readId(holder.get(key), key, holder);
}

/** The same of the value itself, which may be one of a list under `key`. */
export function readId(node: JsonNode | undefined, key: string, holder: JsonNode | undefined): PairingId {
  switch (node?.kind) {
    case undefined:
    case 'null':
      return { node, key, holder, text: '', fault: 'missing', isPadded: false };
    case 'string': {
      const written = node.text();
      const text = written.trim();
      const fault = text === '' ? 'blank' : text === '0' ? 'zero' : undefined;
      return { node, key, holder, text, fault, isPadded: text !== written };
    }
    case 'number': {
      const text = numberText(node);
      return { node, key, holder, text, fault: text === '0' ? 'zero' : undefined, isPadded: false };
    }
    default: {
      const given = node?.value();
      if (typeof given !== 'bigint') return { node, key, holder, text: '', fault: 'not-scalar', isPadded: false };
      // Only a program can pass one, and it has digits like any number.
      return { node, key, holder, text: String(given), fault: given === 0n ? 'zero' : undefined, isPadded: false };
    }
  }
}

/** Writes an id where it stands, or under the key where it would. */
export function writePairingId(rewrite: Rewrite, holder: JsonNode, id: PairingId, text: string): void {
  const { node, key } = id;
  if (node?.parent?.kind === 'array') rewrite.set(node, { kind: 'replace', with: value(text) });
  else changeProperties(rewrite, id.holder ?? holder, { set: [[key, value(text)]] });
}

/** An integer by its digits: two ids beyond what a number can hold are two ids. */
function numberText(node: JsonNode): string {
  const written = node.raw();
  return /^-?[1-9]\d*$/.test(written) ? written : String(node.value());
}

/** An id as it pairs; `''` where it pairs nothing. */
export function usable({ fault, text }: PairingId): string {
  return fault === undefined ? text : '';
}
