import type { DialectName } from '../dialects/index';
import type { Dialect, Target } from '../model/types';
import type { RuleId } from '../rules/ids';
import { anthropic } from './anthropic';
import { azure } from './azure';
import { bedrock } from './bedrock';
import { cohere } from './cohere';
import { deepseek } from './deepseek';
import { gemini } from './gemini';
import { groq } from './groq';
import { llamacpp } from './llamacpp';
import { minimax } from './minimax';
import { mistral } from './mistral';
import { moonshot } from './moonshot';
import { ollama } from './ollama';
import { openai } from './openai';
import { own } from './own';
import { perplexity } from './perplexity';
import { qwen } from './qwen';
import { asRows } from './rows';
import { strictOf } from './strict';
import type { Gate, TargetProfile, TargetRule } from './types';
import { vertex } from './vertex';
import { xai } from './xai';
import { zhipu } from './zhipu';

export type { Target } from '../model/types';

const providers: readonly TargetProfile[] = [
  anthropic,
  azure,
  bedrock,
  cohere,
  deepseek,
  gemini,
  groq,
  llamacpp,
  minimax,
  mistral,
  moonshot,
  ollama,
  openai,
  own,
  perplexity,
  qwen,
  vertex,
  xai,
  zhipu,
];

/** Every target, `strict` (the union of the others) last. */
export const profiles: readonly TargetProfile[] = [...providers, strictOf(providers)];

/** What a configuration may name. */
/** As people write them. */
export const targetNames: Readonly<Record<string, string>> = Object.fromEntries(
  profiles.map(({ id, name }) => [id, name]),
);

export const targetIds: readonly Target[] = profiles.map((profile) => profile.id);

const byId = new Map(profiles.map((profile) => [profile.id, profile]));

export function profileOf(target: Target): TargetProfile {
  return byId.get(target) ?? own;
}

/** Whether the target has rules for a dialect. */
export function takes({ dialects }: TargetProfile, dialect: Dialect): boolean {
  return isAmong(dialect, dialects);
}

/** Whether it takes the dialect at an endpoint of whose rules nothing is known here. */
export function takesUnlisted({ unlistedDialects = [] }: TargetProfile, dialect: Dialect): boolean {
  return isAmong(dialect, unlistedDialects);
}

function isAmong({ id }: Dialect, names: readonly DialectName[]): boolean {
  return names.some((name) => name === String(id));
}

/** What a gate is held against. */
export interface Asked {
  readonly model: string | undefined;
  readonly dialect: Dialect;
}

/** The row that gives a rule its severity and text, if the target enforces it on this model and dialect. */
export function enforcedRule(profile: TargetProfile, rule: RuleId, asked: Asked): TargetRule | undefined {
  return enforcedRows(profile, rule, asked)[0];
}

const NONE: readonly TargetRule[] = [];

/** Every row of a rule that holds; `strict` may have several, with options of their own. */
export function enforcedRows<Id extends RuleId>(
  profile: TargetProfile,
  rule: Id,
  asked: Asked,
): readonly TargetRule<Id>[];
export function enforcedRows(profile: TargetProfile, rule: RuleId, asked: Asked): readonly TargetRule[] {
  const listed = profile.rules[rule];
  if (listed === undefined || !takes(profile, asked.dialect)) return NONE;
  return asRows(listed).filter((row) => isOpen(row.when, asked));
}

/** Whether the target has rules for this dialect, or this one rule, that hold for some model. */
export function mayEnforce(profile: TargetProfile, dialect: Dialect, rule?: RuleId): boolean {
  if (!takes(profile, dialect)) return false;
  const listed = rule === undefined ? Object.values(profile.rules).flatMap(asRows) : asRows(profile.rules[rule]);
  return listed.some(({ when }) => when?.dialects === undefined || isAmong(dialect, when.dialects));
}

function isOpen(gate: Gate | undefined, { model, dialect }: Asked): boolean {
  if (gate === undefined) return true;
  if (gate.dialects !== undefined && !isAmong(dialect, gate.dialects)) return false;
  if (gate.isModelKnown !== undefined && gate.isModelKnown !== (model !== undefined)) return false;
  if (gate.models === undefined && gate.notModels === undefined) return true;
  const name = bareModel(model);
  if (gate.models !== undefined && (name === undefined || !hasPrefix(name, gate.models))) return false;
  return gate.notModels === undefined || name === undefined || !hasPrefix(name, gate.notModels);
}

/** `us.anthropic.claude-opus-4-8-v1:0` and `anthropic/claude-opus-4-8` are `claude-opus-4-8…`. */
function bareModel(model: string | undefined): string | undefined {
  const name = model?.toLowerCase();
  return name?.slice(name.lastIndexOf('/') + 1).replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|meta|mistral|amazon)\./, '');
}

function hasPrefix(name: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => name.startsWith(prefix));
}

/**
 * The provider that alone serves a model. A name with a path or a tag (`qwen/qwen3`, `qwen3:8b`) is one of a gateway or a
 * local server, which have rules of their own.
 */
export function targetOfModel(model: string | undefined, dialect: Dialect): Target | undefined {
  if (model === undefined) return undefined;
  const name = model.toLowerCase();
  const found = providers.find((profile) => takes(profile, dialect) && hasPrefix(name, profile.models));
  if (found !== undefined && !/[/:]/.test(name)) return found.id;
  return isAmong(dialect, ['chat']) && hasPrefix(name.slice(name.lastIndexOf('/') + 1), GEMMA) ? 'llamacpp' : undefined;
}

/** Gemma's own template wants alternating roles wherever it runs. */
const GEMMA: readonly string[] = ['gemma-', 'gemma2', 'gemma3'];

/** Who made a model, by its name, wherever it is served; undefined where the name says nothing. */
export function makerOfModel(model: string | undefined): Target | undefined {
  return model === undefined ? undefined : providers.find((profile) => servesModel(profile, model))?.id;
}

/** Whether a model is one that the provider serves. */
export function servesModel(profile: TargetProfile, model: string | undefined): boolean {
  const name = bareModel(model);
  return name !== undefined && hasPrefix(name, profile.models);
}

/** The provider's text with its placeholders filled in; undefined when a value is not known: a hole would be a wrong text. */
export function providerText(template: string, values: Readonly<Record<string, string | number>>): string | undefined {
  let isWhole = true;
  const text = template.replaceAll(/\{([a-z]+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) isWhole = false;
    return String(value);
  });
  return isWhole ? text : undefined;
}
