import type { Dialect, Target } from '../model/types';
import { enforcedRows, profileOf } from '../targets/index';
import type { IdNeeds } from '../transfer/ids';

/** Whether calls go out with an object, so that text has to be parsed: everywhere in Messages, and to who refuses text. */
export function wantsObjects(target: Target, dialect: Dialect, model: string | undefined): boolean {
  const asked = { model, dialect };
  return (
    dialect.callInput === 'object' || enforcedRows(profileOf(target), 'tool-arguments-not-object', asked).length > 0
  );
}

/** Whether calls and results pair by their ids alone, so that a call that has none is given one. */
export function needsIds({ pairsBy }: Dialect): boolean {
  return pairsBy !== 'name-and-order';
}

export function idNeeds(target: Target, dialect: Dialect, model: string | undefined): IdNeeds {
  const profile = profileOf(target);
  const asked = { model, dialect };
  const patterns = enforcedRows(profile, 'tool-call-id-pattern', asked).map(
    ({ options }) => new RegExp(options.pattern),
  );
  const caps = enforcedRows(profile, 'tool-call-id-too-long', asked).map(({ options }) => options.max);
  const longest = Math.min(Number.POSITIVE_INFINITY, ...caps);
  const fits = (id: string) => {
    const isUsable = id.trim() !== '' && id !== '0';
    return isUsable && id.length <= longest && patterns.every((pattern) => pattern.test(id));
  };
  return { fits, isUnique: dialect.reusedIds === 'drop', isOptional: !needsIds(dialect) };
}
