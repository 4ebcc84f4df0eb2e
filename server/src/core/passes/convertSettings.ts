import type { Dialect, Target } from '../model/types';
import { targetOfModel } from '../targets/index';
import type { ConvertSettings } from '../transfer/types';
import type { ConversionSettings } from './convertTypes';

const OWN: Readonly<Record<Dialect, Target>> = { flat: 'own', chat: 'openai', messages: 'anthropic' };

/** What holds for one conversation. `namedModel`: the model that it names itself. */
export function settingsFor(asked: ConversionSettings, namedModel: string | undefined): ConvertSettings {
  const { to, target, model, rewriteIds, system, normalizes } = asked;
  const meant = target ?? targetOfModel(model ?? namedModel, to) ?? OWN[to];
  return { to, target: meant, model, rewriteIds, system, closesCalls: normalizes };
}
