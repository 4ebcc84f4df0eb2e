import type { PlainRule, TargetProfile } from './types';

/** Models that take system turns inside the list, with rules on where they stand. */
export const MID_SYSTEM: readonly string[] = ['claude-opus-4-8', 'claude-opus-5', 'claude-fable-5', 'claude-mythos-5'];

/** Models that want the last turn to be the user's. */
const NO_PREFILL: readonly string[] = [
  'claude-sonnet-4-6',
  'claude-opus-4-6',
  'claude-opus-4-7',
  'claude-opus-4-8',
  'claude-sonnet-5',
  'claude-opus-5',
  'claude-fable-5',
  'claude-mythos-5',
];

const PAIRING =
  'messages.{i}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.';

const midSystem: PlainRule = { severity: 'error', when: { models: MID_SYSTEM } };

/**
 * docs/design/providers.md, "Anthropic". What the first-party API took back (alternation, a user turn first, declared tools) is
 * not here.
 */
export const anthropic: TargetProfile = {
  id: 'anthropic',
  name: 'Anthropic',
  dialects: ['messages'],
  models: ['claude'],
  signs: { names: /anthropic/, isShape: true },
  paths: 'dots',
  rules: {
    'unanswered-call': { severity: 'error', error: PAIRING },
    'open-call-at-tail': { severity: 'info', error: PAIRING },
    'result-not-first': { severity: 'error', error: PAIRING },
    'content-after-call': { severity: 'error', error: PAIRING },
    'misplaced-result': { severity: 'error', error: PAIRING },
    'orphan-result': {
      severity: 'error',
      error:
        'messages.{i}.content.{j}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    },
    'duplicate-result': {
      severity: 'error',
      error:
        'messages.{i}.content.{j}: each tool_use must have a single result. Found multiple `tool_result` blocks with id: {id}',
    },
    'duplicate-call-id': { severity: 'error', error: 'messages.{i}.content.{j}: `tool_use` ids must be unique' },
    'tool-call-id-pattern': {
      severity: 'error',
      error: "{path}: String should match pattern '^[a-zA-Z0-9_-]+$'",
      options: { pattern: '^[a-zA-Z0-9_-]+$', accepts: 'letters, digits, "_" and "-"' },
    },
    'tool-arguments-not-object': {
      severity: 'error',
      error: 'messages.{i}.content.{j}.tool_use.input: Input should be a valid dictionary',
    },
    'tool-result-wrong-role': {
      severity: 'error',
      error: 'messages.{i}.content.{j}: `tool_result` blocks can only be in `user` messages',
    },
    // The text is remembered, not seen; the call is one that normalization drops all the same.
    'tool-use-wrong-role': {
      severity: 'error',
      error: 'messages.{i}.content.{j}: `tool_use` blocks can only be in `assistant` messages',
    },
    'tool-name-pattern': {
      severity: 'error',
      error: "{path}: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'",
      options: { pattern: '^[a-zA-Z0-9_-]*$', accepts: 'letters, digits, "_" and "-"', stored: 'warning' },
    },
    // 64 was seen, with the text of the pattern; 128 was only reported later, so what lies between is a suspicion.
    'tool-name-too-long': { severity: 'error', options: { max: 64, certain: 128, stored: 'warning' } },
    'tool-declaration-duplicate': { severity: 'error', error: 'tools: Tool names must be unique.' },
    'tool-result-error-nontext': {
      severity: 'warning',
      error: 'messages.{i}.content.{j}.tool_result: all content must be type "text" if "is_error" is true',
    },
    'server-tool-result-without-call': {
      severity: 'error',
      error:
        'messages.{i}.content.{j}: unexpected `tool_use_id` found in `{type}` blocks: {id}. Each `{type}` block must have a corresponding `server_tool_use` block before it.',
    },
    'server-tool-call-without-result': { severity: 'error', error: PAIRING },
    'server-tool-id-pattern': {
      severity: 'error',
      error: "{path}: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
      options: { pattern: '^srvtoolu_[a-zA-Z0-9_]+$' },
    },
    'messages-empty': { severity: 'error', error: 'messages: at least one message is required' },
    'system-role-in-messages': [
      {
        severity: 'error',
        error:
          'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
        when: { notModels: MID_SYSTEM, isModelKnown: true },
      },
      // Without a model nobody can tell whether it is one that takes such turns; most do not.
      {
        severity: 'warning',
        error:
          'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
        when: { isModelKnown: false },
      },
    ],
    'mid-system-first': midSystem,
    'mid-system-not-after-user': midSystem,
    'mid-system-before-user': {
      ...midSystem,
      error: "messages.{i}: role 'system' must precede an 'assistant' message or end the array",
    },
    'mid-system-consecutive': midSystem,
    'mid-system-splits-tool-pair': midSystem,
    'mid-system-non-text': midSystem,
    'role-invalid': {
      severity: 'error',
      error: 'messages: Unexpected role "{role}". Allowed roles are "user" or "assistant"',
    },
    'prefill-unsupported': {
      severity: 'error',
      error: 'This model does not support assistant message prefill. The conversation must end with a user message.',
      when: { models: NO_PREFILL },
    },
    'content-trailing-whitespace': {
      severity: 'error',
      error: 'messages: final assistant content cannot end with trailing whitespace',
    },
    'content-empty-message': {
      severity: 'error',
      error: 'messages.{i}: all messages must have non-empty content except for the optional final assistant message',
      options: { roles: ['user'] },
    },
    'content-empty-text-block': { severity: 'error', error: 'messages: text content blocks must be non-empty' },
    'content-whitespace-only-text': {
      severity: 'error',
      error: 'messages: text content blocks must contain non-whitespace text',
    },
    'content-part-type-invalid': {
      severity: 'warning',
      error:
        "messages.{i}.content.{j}: Input tag '{type}' found using 'type' does not match any of the expected tags: …",
    },
    'unknown-field': { severity: 'error', error: '{path}: Extra inputs are not permitted' },
    'thinking-block-not-first': {
      severity: 'error',
      error:
        'messages.{i}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{type}`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable `thinking`.',
    },
    'thinking-block-last': {
      severity: 'error',
      error: 'messages.{i}: The final block in an assistant message cannot be `thinking`.',
    },
    'thinking-while-disabled': {
      severity: 'error',
      error:
        'messages.{i}.content.{j}: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.',
    },
    'thinking-signature-missing': {
      severity: 'error',
      error: 'messages.{i}.content.{j}.thinking.signature: Field required',
    },
    'thinking-text-missing': {
      severity: 'error',
      error: 'messages.{i}.content.{j}.thinking.thinking: Field required',
    },
    'thinking-cache-control': {
      severity: 'error',
      error: 'messages.{i}.content.{j}.thinking.cache_control: Extra inputs are not permitted',
    },
    'cache-control-too-many': {
      severity: 'error',
      error: 'A maximum of 4 blocks with cache_control may be provided. Found {n}.',
      options: { max: 4 },
    },
    'cache-control-on-empty-text': {
      severity: 'error',
      error: 'messages.{i}.content.{j}.text: cache_control cannot be set for empty text blocks',
    },
    'image-media-type-invalid': {
      severity: 'warning',
      error: "{path}: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
      options: { types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] },
    },
  },
};
