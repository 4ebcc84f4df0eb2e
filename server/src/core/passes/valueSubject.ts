import type { TextProblem } from '../document/parse';
import type { JsonNode } from '../json/node';
import type { NewJson, Rewrite } from '../json/rewrite';
import { rewriteValue } from '../json/rewriteValue';
import { nodeOfValue, sourceOf } from '../json/valueNode';
import type { Conversation } from '../model/types';
import { carried, Origins, type ReadRoot, replacing, rewriting, type Step, type Subject } from './subject';

/** A JavaScript value; what no step touches comes through by reference. Its conversations are read when somebody asks. */
export class ValueSubject implements Subject<ValueSubject> {
  readonly root: JsonNode;
  readonly problems: readonly TextProblem[] = [];
  readonly isChunk = false;
  private readonly read: ReadRoot;
  private readonly meant: ReadRoot;
  private readonly origins: Origins;
  private found: readonly Conversation[] | undefined;

  /** `read`: its conversations in this state; `meant`: those that whoever hands such a value in means. */
  private constructor(root: JsonNode, read: ReadRoot, meant: ReadRoot, step?: Step) {
    this.root = root;
    this.read = read;
    this.meant = meant;
    this.origins = new Origins(step);
  }

  static of(value: unknown, meant: ReadRoot): ValueSubject {
    return new ValueSubject(nodeOfValue(value), meant, meant);
  }

  get conversations(): readonly Conversation[] {
    this.found ??= this.read(this.root);
    return this.found;
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
    const carry: ReadRoot = (after) => carried(this.conversations, after);
    return new ValueSubject(root, read ?? carry, this.meant, rewriting(this, rewrite));
  }

  reopen(rewrite: Rewrite): ValueSubject {
    return rewrite.size === 0 ? this : this.apply(rewrite, this.meant);
  }

  replace(whole: NewJson, read: ReadRoot): ValueSubject {
    const root = nodeOfValue(rewriteValue(this.root, new Map([[this.root, { kind: 'replace', with: whole }]])));
    return new ValueSubject(root, read, this.meant, replacing(this, whole));
  }

  origin(pointer: string): string {
    return this.origins.of(pointer);
  }
}
