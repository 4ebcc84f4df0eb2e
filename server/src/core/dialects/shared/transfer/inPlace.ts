import type { JsonNode } from '../../../json/node';
import { changeProperties, type NewJson, type Rewrite, value } from '../../../json/rewrite';
import type { CallPart } from '../../../transfer/types';

/** Of dialects whose entries spell their role. */
export function giveToUser(rewrite: Rewrite, entry: JsonNode): void {
  changeProperties(rewrite, entry, { set: [['role', value('user')]] });
}

/** Of dialects whose calls hold their arguments, in `function` or beside it. */
export function setArguments(rewrite: Rewrite, { at }: CallPart, input: NewJson): void {
  changeProperties(rewrite, at.get('function') ?? at, { set: [['arguments', input]] });
}
