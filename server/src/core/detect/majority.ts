import type { Dialect } from '../model/types';
import { Sign } from './signature';
import { ANY_VOTE, CERTAIN, FAINT, sharedSigns, voters } from './signBits';

const SHARED = sharedSigns.reduce((all, { bit }) => all | bit, 0);

/**
 * The dialect of most of the entries that have signs of one; undefined where none has. A tie goes to the dialect that comes
 * first in the list, before that to the one that the body around the list speaks, and before that to the one that was `kept` from
 * an earlier state of the document, which only a strict majority takes away from it.
 */
export function majorityDialect(signatures: readonly number[], kept?: Dialect, ofBody?: Dialect): Dialect | undefined {
  const counted = countVotes(signatures);
  if (counted.all === 0) return counted.faint === 0 ? undefined : (kept ?? faintDialect(counted.faint));
  addShared(counted, signatures);
  const { votes, first } = counted;
  const votesOf = (place: number) => votes[place] ?? 0;
  if (kept !== undefined) {
    const winner = voters.findIndex(({ dialect }, place) => dialect !== kept && votesOf(place) * 2 > counted.all);
    return voters[winner]?.dialect ?? kept;
  }
  let best = 0;
  for (let place = 1; place < voters.length; place++) {
    const more = votesOf(place) - votesOf(best);
    if (more > 0 || (more === 0 && isBefore(place, best))) best = place;
  }
  return voters[best]?.dialect;

  /** Of two with as many votes. */
  function isBefore(place: number, other: number): boolean {
    if (voters[other]?.dialect === ofBody) return false;
    return voters[place]?.dialect === ofBody || (first[place] ?? 0) < (first[other] ?? 0);
  }
}

/**
 * The same of entries that somebody vouches for, however odd they are: vocabulary beside another format's counts too. Blocks
 * say more than calls, which more formats have.
 */
export function nativeDialect(signatures: readonly number[]): Dialect | undefined {
  const most = majorityDialect(signatures);
  if (most !== undefined) return most;
  const signs = signatures.reduce((all, sign) => all | sign, 0);
  const found = voters.filter(({ bits }) => (bits & signs) !== 0).map(({ dialect }) => dialect);
  return found.find(({ results }) => results === 'blocks') ?? found[0];
}

interface Votes {
  /** By place in `voters`. */
  readonly votes: number[];
  readonly first: number[];
  all: number;
  /** Signs that count for nothing beside others. */
  faint: number;
}

function countVotes(signatures: readonly number[]): Votes {
  const votes = voters.map(() => 0);
  const first = voters.map(() => signatures.length);
  let faint = 0;
  let all = 0;
  for (let index = 0; index < signatures.length; index++) {
    const sign = signatures[index] ?? 0;
    faint |= sign & FAINT;
    if ((sign & Sign.foreign) !== 0 || (sign & ANY_VOTE) === 0) continue;
    for (let place = 0; place < voters.length; place++) {
      if ((sign & (voters[place]?.bits ?? 0)) === 0) continue;
      if ((votes[place] ?? 0) === 0) first[place] = index;
      votes[place] = (votes[place] ?? 0) + 1;
      all++;
    }
  }
  return { votes, first, all, faint };
}

/** Rows of results are of several shapes: they speak for the one whose calls stand in the list. */
function addShared(counted: Votes, signatures: readonly number[]): void {
  const { votes, first } = counted;
  for (const { bit, owners } of sharedSigns) {
    let rows = 0;
    let firstRow = signatures.length;
    for (let index = 0; index < signatures.length; index++) {
      if (!isRow(signatures[index] ?? 0, bit)) continue;
      if (rows === 0) firstRow = index;
      rows++;
    }
    const owner = owners.reduce((most, place) => ((votes[place] ?? 0) > (votes[most] ?? 0) ? place : most));
    votes[owner] = (votes[owner] ?? 0) + rows;
    first[owner] = Math.min(first[owner] ?? firstRow, firstRow);
    counted.all += rows;
  }
}

/**
 * A row that is a result and nothing else. On any other role the id is a slip, which a fix takes away: the list may not
 * change its dialect with it.
 */
function isRow(sign: number, bit: number): boolean {
  return (sign & (SHARED | CERTAIN)) === bit && (sign & Sign.tool) !== 0 && (sign & Sign.foreign) === 0;
}

function faintDialect(faint: number): Dialect | undefined {
  return voters.find((voter) => (voter.faint & faint) !== 0)?.dialect;
}
