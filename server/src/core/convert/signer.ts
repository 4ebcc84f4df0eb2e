import type { Target } from '../model/types';
import { makerOfModel, profileOf } from '../targets/index';
import type { LossLog } from '../transfer/lossLog';
import type { ReasoningPart, Turn } from '../transfer/types';
import type { ConvertSettings } from './settings';

/** Who signed a piece of reasoning: a provider that is known here by its id, another one by the name that the source has. */
type Signer = string;

/** Names of providers that serve their own models under a signature of their own, whatever the model is called there. */
const MAKERS: readonly (readonly [name: RegExp, maker: Target])[] = [
  [/kimi|moonshot/, 'moonshot'],
  [/minimax/, 'minimax'],
  [/(?:^|[^a-z])z-?ai(?:$|[^a-z])|zhipu|bigmodel/, 'zhipu'],
  [/deepseek/, 'deepseek'],
  [/anthropic/, 'anthropic'],
];

/** Names of providers that pass on what the model's own maker signed. */
const GATEWAYS = /bedrock|vertex|azure|foundry|copilot|openrouter|gateway|litellm|opencode/;

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
  const taker = takerOf(target);
  let isSame = true;
  const left = turns.flatMap((turn): Turn[] => {
    const parts = turn.parts.filter((part) => {
      if (part.kind !== 'reasoning' || (part.signature === undefined && part.hidden === undefined)) return true;
      const signer = signerOf(part, model);
      if (signer === undefined || signer === taker) return true;
      lossLog.lose(part.at, `reasoning that is signed by ${nameOf(signer)}, and goes to ${profileOf(target).name}`);
      return false;
    });
    if (parts.length === turn.parts.length) return [turn];
    isSame = false;
    return parts.length === 0 ? [] : [{ ...turn, parts }];
  });
  return isSame ? turns : left;
}

/** Claude signs the same way wherever it runs. */
function takerOf(target: Target): Signer {
  return target === 'bedrock' || target === 'vertex' || target === 'strict' ? 'anthropic' : target;
}

/** What the source says of the part, then the request around it. */
function signerOf({ madeBy }: ReasoningPart, model: string | undefined): Signer | undefined {
  return madeBy?.signer ?? signerNamed(madeBy?.provider, madeBy?.model ?? model);
}

function signerNamed(provider: string | undefined, model: string | undefined): Signer | undefined {
  const maker = makerOfModel(model);
  if (provider === undefined) return maker;
  const name = provider.toLowerCase();
  const [, known] = MAKERS.find(([pattern]) => pattern.test(name)) ?? [];
  if (known !== undefined) return known === 'anthropic' ? (maker ?? known) : known;
  return GATEWAYS.test(name) && maker !== undefined ? maker : provider;
}

function nameOf(signer: Signer): string {
  const profile = profileOf(signer as Target);
  return profile.id === signer ? profile.name : JSON.stringify(signer);
}
