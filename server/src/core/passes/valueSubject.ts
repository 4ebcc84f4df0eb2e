import type { TextProblem } from '../document/parse';
import type { JsonNode } from '../json/node';
import type { NewJson, Rewrite } from '../json/rewrite';
import { rewriteValue } from '../json/rewriteValue';
import { nodeOfValue, sourceOf } from '../json/valueNode';
import type { Conversation } from '../model/types';
import { carried, Origins, type ReadRoot, replacing, rewriting, type Step, type Subject } from './subject';

/** A JavaScript value; what no step touches comes through by reference. */
export class ValueSubject implements Subject<ValueSubject> {
  readonly root: JsonNode;
  readonly conversations: readonly Conversation[];
  readonly problems: readonly TextProblem[] = [];
  readonly isStretch = false;
  private readonly read: ReadRoot;
  private readonly origins: Origins;

  private constructor(root: JsonNode, conversations: readonly Conversation[], read: ReadRoot, step?: Step) {
    this.root = root;
    this.conversations = conversations;
    this.read = read;
    this.origins = new Origins(step);
  }

  /** `read`: as whoever hands the value in means it. */
  static of(value: unknown, read: ReadRoot): ValueSubject {
    const root = nodeOfValue(value);
    return new ValueSubject(root, read(root), read);
  }

  get value(): unknown {
    return sourceOf(this.root);
  }

  hasFaultIn(): boolean {
    return false;
  }

  apply(rewrite: Rewrite, read?: ReadRoot): ValueSubject {
    if (rewrite.size === 0 && read === undefined) return this;
    const root = rewrite.size === 0 ? this.root : nodeOfValue(rewriteValue(this.root, rewrite));
    const find = read ?? ((after: JsonNode) => carried(this.conversations, after));
    return new ValueSubject(root, find(root), this.read, rewriting(this, rewrite));
  }

  reopen(rewrite: Rewrite): ValueSubject {
    return rewrite.size === 0 ? this : this.apply(rewrite, this.read);
  }

  replace(whole: NewJson, read: ReadRoot): ValueSubject {
    const root = nodeOfValue(rewriteValue(this.root, new Map([[this.root, { kind: 'replace', with: whole }]])));
    return new ValueSubject(root, read(root), this.read, replacing(this, whole));
  }

  origin(pointer: string): string {
    return this.origins.of(pointer);
  }
}
