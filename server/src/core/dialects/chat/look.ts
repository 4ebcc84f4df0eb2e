import { has, type JsonNode } from '../../json/node';
import type { Answer, BodySign, Look, LookSign } from '../look';
import { childIndex, memberText, resultId, toolRoles } from '../shared/look';
import { hasCalls, isFlatCall, isMessage, isResultRow, isRowOrLegacyCall } from '../shared/otherPairs';
import type { PairLook } from '../types';

const call: LookSign = { words: 'tool_calls with a function', isCertain: true };
/** Ollama's, which have a name and no id. */
const bareCall: LookSign = { words: 'tool_calls without ids', isCertain: true, isFaint: true };
/** `function_call`, role `function`, and parts of Chat Completions alone. */
const part: LookSign = { words: 'Chat Completions parts' };

export const look: Look = {
  signs: [call, bareCall, resultId, part],
  roles: {
    ...toolRoles,
    developer: { speaker: 'system' },
    // Legacy Chat Completions, and nobody else's.
    function: { speaker: 'tool', sign: part },
  },
  keys: {
    tool_calls: {
      calls: [
        // inspect_ai writes the function's name there, with `arguments` beside it.
        { sign: call, has: ['function'], when: (node) => isObjectOrText(node.get('function')) },
        { sign: call, types: ['function', 'custom'], lacks: ['tool_call_id'] },
        { sign: bareCall, has: ['name'], lacks: ['id'], isLikely: true },
      ],
    },
    tool_call_id: { sign: resultId, isLast: true },
    function_call: { sign: part, speaker: 'assistant', isNullNothing: true },
    // Ollama's results.
    tool_name: { speaker: 'tool' },
  },
  blocks: {
    image_url: { sign: part },
    input_audio: { sign: part },
    video_url: { sign: part },
    refusal: { sign: part },
    file: { sign: part, when: (block) => block.get('file')?.kind === 'object' },
  },
  body: {
    sign: bodySign,
    declares: (tool) => tool.get('function')?.kind === 'object' && !has(tool, 'input_schema'),
    requestKeys: ['max_completion_tokens'],
  },
  answers: { keys: ['choices', 'message'], find: findAnswers },
  colours: { ids: ['tool_call_id'] },
};

function isObjectOrText(node: JsonNode | undefined): boolean {
  return node?.kind === 'object' || node?.kind === 'string';
}

/** Keys of Chat Completions bodies that Messages has not: such a body goes through a gateway, whatever model it names. */
const BODY_KEYS = [
  'response_format',
  'frequency_penalty',
  'presence_penalty',
  'max_completion_tokens',
  'stream_options',
  'parallel_tool_calls',
  'functions',
  'logprobs',
  'logit_bias',
  'n',
];

function bodySign(body: JsonNode): BodySign | undefined {
  return BODY_KEYS.some((key) => has(body, key)) ? 'known' : undefined;
}

/** `choices[].message`, or `message` of Ollama. */
function findAnswers(body: JsonNode): readonly Answer[] {
  const choices = body.get('choices');
  if (choices?.kind === 'array') {
    const at = childIndex(body, choices);
    return choices.items().flatMap((choice, i) => {
      const node = choice.get('message');
      return node === undefined || !isWire(body, choice) ? [] : { node, path: [at, i, childIndex(choice, node)] };
    });
  }
  const message = body.get('message');
  const isOllama = message !== undefined && body.get('done')?.kind === 'boolean' && memberText(body, 'model') !== '';
  return isOllama ? [{ node: message, path: [childIndex(body, message)] }] : [];
}

/** Eval logs keep their own record of a choice (`message`, `stop_reason`) beside the messages that it became. */
function isWire(body: JsonNode, choice: JsonNode): boolean {
  return has(choice, 'finish_reason') || has(choice, 'index') || memberText(body, 'object').startsWith('chat.');
}

export const pairs: PairLook = {
  // It cannot read the id under the key that it has for results.
  areRead: (entry) => {
    const calls = entry.get('tool_calls');
    return hasCalls(calls) ? !calls.items().every(isFlatCall) : isRowOrLegacyCall(entry);
  },
  areOwn: (entry) => {
    const calls = entry.get('tool_calls');
    return isMessage(entry) && (hasCalls(calls) ? !isFlatCall(calls.items()[0]) : isResultRow(entry));
  },
};
