import type { Target } from '../model/types';
import { makerOfModel, profileOf, profiles } from './index';

/** Who signed a piece of reasoning: a provider that is known here by its id, another one by the name that the source has. */
export type Signer = string;

/** Names of providers that pass on what the model's own maker signed. */
const GATEWAYS = /bedrock|vertex|azure|foundry|copilot|openrouter|gateway|litellm|opencode/;

/** Whose signatures a target takes. */
export function takenBy(target: Target): Signer {
  return profileOf(target).signsAs ?? target;
}

/** Who signs where a source names a provider, a model, or both; undefined where neither says anything. */
export function signerNamed(provider: string | undefined, model: string | undefined): Signer | undefined {
  const maker = makerOfModel(model);
  if (provider === undefined) return maker;
  const name = provider.toLowerCase();
  const known = profiles.filter(({ signs, signsAs }) => signsAs === undefined && signs?.names.test(name));
  const own = known.find(({ signs }) => signs?.isShape === undefined);
  if (own !== undefined) return own.id;
  const [shape] = known;
  if (shape !== undefined) return maker ?? shape.id;
  return GATEWAYS.test(name) && maker !== undefined ? maker : provider;
}

export function signerName(signer: Signer): string {
  const profile = profiles.find(({ id }) => id === signer);
  return profile?.name ?? JSON.stringify(signer);
}
