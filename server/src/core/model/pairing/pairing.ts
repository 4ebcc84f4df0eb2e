import type { Call, Message, PairingId, Result } from '../types';

/**
 * The repair pass (docs/design/pairing.md, "The repair pass") as knowledge: it walks the list once, oldest first, and says of
 * each call and result what becomes of it. Normalization carries that out; the pairing rules of the linter report it. One pass,
 * so the two agree.
 */
export interface Pairing {
  readonly mode: PairingMode;
  /** The entries walked, in the order walked: messages only, others skipped. */
  readonly walked: readonly Message[];
  readonly calls: ReadonlyMap<Call, CallOutcome>;
  readonly results: ReadonlyMap<Result, ResultOutcome>;
  /** Messages that go because they lost all that they said. */
  readonly gone: ReadonlyMap<Message, DropRule>;
  /** Every drop in the order it was made. `gone` messages are of kind `turn`. */
  readonly drops: readonly PairingDrop[];
  /** Kept messages (with `seesDropped` also those whose results go) grouped as the provider reads them, before the moves. */
  readonly turns: readonly KeptTurn[];
  /** One for each turn that keeps calls, in order. */
  readonly runs: readonly Run[];
}

/**
 * `order`: no call carries an id, so the k-th result of a run answers the k-th call. `name`: an id pairs where both have one, and
 * else the tool's name.
 */
export type PairingMode = 'id' | 'order' | 'name';

/**
 * By what a call and its result found each other. `name-apart`: by the name, though both have ids, which differ; `place`: the names
 * differ or are missing, and nothing else was left for either.
 */
export type PairedBy = 'id' | 'name' | 'name-apart' | 'place';

export type DropRule =
  | 'unusable-call-id'
  | 'call-on-wrong-role'
  | 'duplicate-call-id'
  | 'reused-call-id'
  | 'orphan-result'
  | 'duplicate-result';

export interface PairingDrop {
  readonly kind: 'call' | 'turn' | 'result';
  readonly rule: DropRule;
  readonly of: Call | Result | Message;
}

export type CallOutcome =
  | {
      readonly kind: 'kept';
      readonly answer: Result | undefined;
      /** The id it leaves with: its own, or a fresh one when it reuses the id of a closed exchange. */
      readonly id: string;
      /** The earlier call whose id it declares again, if the exchange was closed by then. */
      readonly reuses: Call | undefined;
      /** Of the last turn, with nothing but results of that turn behind it. */
      readonly isTail: boolean;
      /** Another fault explains the missing answer; the linter stays silent about it. */
      readonly isExplained: boolean;
    }
  | {
      readonly kind: 'dropped';
      readonly rule: 'unusable-call-id' | 'call-on-wrong-role' | 'duplicate-call-id' | 'reused-call-id';
      /** The first declaration of the id. */
      readonly first: Call | undefined;
    };

export type ResultOutcome =
  /** The provider holds its call and the list does not: the request goes on from a run, or a reference may stand for it. */
  | { readonly kind: 'outside' }
  | {
      readonly kind: 'kept';
      readonly call: Call;
      /** The other calls that it answers, each with the id that says so: a result may carry a list of them. */
      readonly also: readonly { readonly call: Call; readonly id: PairingId }[];
      readonly isMisplaced: boolean;
      /** It does not stand directly behind the turn of its call, which is a fault only where the dialect wants it there. */
      readonly isAway: boolean;
      readonly by: PairedBy;
      /** It was meant for a later call of its id, which goes; the linter stays silent about its place. */
      readonly isExplained: boolean;
    }
  | {
      readonly kind: 'dropped';
      readonly rule: 'unusable-call-id' | 'orphan-result' | 'duplicate-result';
      /** Duplicate: the call answered already. Orphan: the call of that id that comes later, if any. */
      readonly call: Call | undefined;
      /**
       * Duplicate: the result that is kept. It is the later one when this one is a stub of an interrupted call; the linter
       * marks the later of the two all the same, as providers do.
       */
      readonly kept: Result | undefined;
      /** Another fault explains it (its call goes for a reason of its own); the linter stays silent about it. */
      readonly isExplained: boolean;
    };

export interface KeptTurn {
  readonly role: Message['role'];
  readonly messages: readonly Message[];
}

/** Where the results of one calling turn belong. */
export interface Run {
  readonly turn: KeptTurn;
  readonly calls: readonly Call[];
  /** Kept results that stand there already, in their order. */
  readonly standing: readonly Result[];
  /** Kept results of its calls that stand elsewhere, in document order. */
  readonly moved: readonly Result[];
  /** Calls that no result answers and that get a synthetic one, in call order (`keepOpenTail` taken into account). */
  readonly open: readonly Call[];
  /** Where results are entries: the one that what arrives goes behind. */
  readonly behind: Message;
  /** Where results are blocks: the first message of the turn behind, which takes what arrives. Undefined: a new one is made. */
  readonly home: Message | undefined;
}

export interface PairingOptions {
  /** Calls of the very last turn get no synthetic result. */
  readonly keepOpenTail: boolean;
  /**
   * What a later turn may do with an id that is declared already. `drop`: nothing. `rename`: a complete exchange behind a
   * closed one keeps its evidence under a fresh id. `allow`: as providers read it, an id whose exchange is closed is free.
   */
  readonly reusedIds: 'drop' | 'rename' | 'allow';
  /**
   * Where instructions inside the list are read: in front of the rest, taken out of the list, or where they stand.
   */
  readonly instructions: 'front' | 'lifted' | 'in-place';
  /** Instructions that are not moved, since something of them would be lost. */
  readonly staysInList?: (message: Message) => boolean;
  /**
   * Whether results that are to go still stand in the list when turns and runs are read: the provider sees them there, and so
   * does the linter. Normalization reads the list without them (docs/design/pairing.md, "The run after a turn").
   */
  readonly seesDropped: boolean;
  /**
   * Whether a user message that loses its last result keeps two turns of the assistant apart as long as something is put in its
   * place: as one turn, the calls of the first would stand in front of the text of the second. Normalization of a list that
   * somebody wrote reads turns without such messages; in a list that conversion has just written, each such message ends a turn
   * of its source.
   */
  readonly keepsEmptied?: boolean;
  /** The provider holds a run that the list goes on from: results may have their calls there. */
  readonly isResumed?: boolean;
  /**
   * Ids whose open calls count as answered: fix-all is about to give each its result, and what declares the id again behind
   * it is then an exchange of its own.
   */
  readonly answered?: ReadonlySet<string>;
}
