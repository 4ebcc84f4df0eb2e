import type { DialectId, RuleId } from '../core/index';

/** What a diagnostic carries so that its finding is known again, whatever has moved since. Small: it is sent at each key. */
export interface DiagnosticData {
  readonly rule: RuleId;
  readonly pointer: string;
  readonly providerError?: string;
}

/** An edit of the whole document that is worked out when somebody wants it: by an action, its resolution or a command. */
export type WholeFileEdit =
  | { readonly kind: 'fixAll'; readonly only?: readonly RuleId[]; readonly onSave?: boolean }
  | { readonly kind: 'normalize'; readonly conversation?: string }
  | { readonly kind: 'trim'; readonly conversation?: string }
  | { readonly kind: 'convert'; readonly to: DialectId };

/** What an action carries whose edit is worked out when it is resolved: which edit, of which state of the text. */
export interface DeferredEdit {
  readonly uri: string;
  readonly version: number;
  readonly wanted: WholeFileEdit;
}

/** What a lens carries until it is resolved. `window` is on the lens at the cut, so that a client can draw a line there. */
export interface LensData {
  readonly uri: string;
  readonly version: number;
  readonly kind: 'rows' | 'row' | 'conversation' | 'normalize' | 'window';
  readonly pointer: string;
}
