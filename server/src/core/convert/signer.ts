import { profileOf } from '../targets/index';
import { type Signer, signerName, signerNamed, takenBy } from '../targets/signers';
import type { LossLog } from '../transfer/lossLog';
import type { ReasoningPart, Turn } from '../transfer/types';
import type { ConvertSettings } from './settings';

/**
 * The turns without reasoning that somebody else signed than the one it would be sent to (docs/design/conversion.md,
 * "Signed reasoning"): the shape of an API says nothing of that, for several providers sign in the shape of Messages. Where the
 * source does not say who signed, it stays. Gives the turns themselves where nothing goes.
 */
export function withoutForeignReasoning(
  turns: readonly Turn[],
  { to, target }: ConvertSettings,
  model: string | undefined,
  lossLog: LossLog,
): readonly Turn[] {
  if (!to.transfer.writer.isSigned) return turns;
  const taker = takenBy(target);
  let isSame = true;
  const left = turns.flatMap((turn): Turn[] => {
    const parts = turn.parts.filter((part) => {
      if (part.kind !== 'reasoning' || (part.signature === undefined && part.hidden === undefined)) return true;
      const signer = signerOf(part, model);
      if (signer === undefined || signer === taker) return true;
      lossLog.lose(part.at, `reasoning that is signed by ${signerName(signer)}, and goes to ${profileOf(target).name}`);
      return false;
    });
    if (parts.length === turn.parts.length) return [turn];
    isSame = false;
    return parts.length === 0 ? [] : [{ ...turn, parts }];
  });
  return isSame ? turns : left;
}

/** What the source says of the part, then the request around it. */
function signerOf({ madeBy }: ReasoningPart, model: string | undefined): Signer | undefined {
  return madeBy?.signer ?? signerNamed(madeBy?.provider, madeBy?.model ?? model);
}
