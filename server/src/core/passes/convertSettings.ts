import type { ConvertSettings } from '../convert/settings';
import { targetOfModel } from '../targets/index';
import type { ConversionSettings } from './convertTypes';

/** What holds for one conversation. `namedModel`: the model that it names itself. */
export function settingsFor(asked: ConversionSettings, namedModel: string | undefined): ConvertSettings {
  const { to, target, model, rewriteIds, system, normalizes } = asked;
  const meant = target ?? targetOfModel(model ?? namedModel, to) ?? to.defaultTarget;
  return { to, target: meant, model, rewriteIds, system, closesCalls: normalizes };
}
