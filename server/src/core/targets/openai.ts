import type { TargetProfile } from './types';

const PAIRING =
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {ids}";

const UNSUPPORTED_ROLE = "Unsupported value: 'messages[{i}].role' does not support '{role}' with this model.";

const IMAGE_ROLE =
  "Invalid 'messages[{i}]'. Image URLs are only allowed for messages with role 'user', but this message with role '{role}' contains an image URL.";

/** docs/design/providers.md, "OpenAI". Equal roles in a row, an assistant first or last and late system turns are accepted. */
export const openai: TargetProfile = {
  id: 'openai',
  name: 'OpenAI',
  dialects: ['chat'],
  models: ['gpt-3', 'gpt-4', 'gpt-5', 'chatgpt-', 'o1', 'o3', 'o4-', 'codex-'],
  paths: 'brackets',
  rules: {
    'unanswered-call': { severity: 'error', error: PAIRING },
    'open-call-at-tail': { severity: 'info', error: PAIRING },
    'misplaced-result': { severity: 'error', error: PAIRING },
    'orphan-result': {
      severity: 'error',
      error:
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    },
    'duplicate-result': {
      severity: 'error',
      error: "Invalid parameter: Duplicate value for 'tool_call_id' of '{id}', in messages[{a}] and messages[{b}].",
    },
    'content-array-empty': {
      severity: 'warning',
      error:
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    },
    'tool-call-id-missing': {
      severity: 'error',
      error: "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
    },
    // Reported to 2026-02; a re-check of 2026-07 could no longer provoke it.
    'tool-call-id-too-long': {
      severity: 'warning',
      error:
        "Invalid '{path}': string too long. Expected a string with maximum length 40, but got a string with length {n} instead.",
      options: { max: 40 },
    },
    'tool-calls-empty-array': {
      severity: 'error',
      error:
        "Invalid 'messages[{i}].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    },
    'tool-arguments-not-string': {
      severity: 'error',
      error:
        "Invalid type for 'messages[{i}].tool_calls[{j}].function.arguments': expected a string, but got {type} instead.",
    },
    'tool-name-pattern': {
      severity: 'error',
      error:
        "Invalid '{path}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
      options: { pattern: '^[a-zA-Z0-9_-]*$', accepts: 'letters, digits, "_" and "-"' },
    },
    'tool-name-too-long': {
      severity: 'warning',
      error:
        "Invalid '{path}': string too long. Expected a string with maximum length 64, but got a string with length {n} instead.",
      options: { max: 64 },
    },
    'tool-call-type-missing': {
      severity: 'warning',
      error: "Missing required parameter: 'messages[{i}].tool_calls[{j}].type'.",
    },
    'function-name-missing': {
      severity: 'error',
      error: "Missing parameter 'name': messages with role 'function' must have a 'name'.",
    },
    'role-unsupported-by-model': [
      {
        severity: 'error',
        error: UNSUPPORTED_ROLE,
        when: { models: ['o1-mini', 'o1-preview'] },
        options: { roles: ['system'] },
      },
      {
        severity: 'error',
        error: UNSUPPORTED_ROLE,
        when: { models: ['o1', 'o3', 'o4-'] },
        options: { roles: ['function'] },
      },
    ],
    'role-invalid': {
      severity: 'error',
      error:
        "Invalid value: '{role}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    },
    'content-null': { severity: 'error', error: "Invalid value for 'content': expected a string, got null." },
    'content-missing': { severity: 'error', error: "'content' is a required property - 'messages.{i}'" },
    'content-part-type-invalid': {
      severity: 'error',
      error: "Invalid value: '{type}'. Supported values are: 'text', 'refusal', 'image_url', and 'input_audio'.",
    },
    'image-in-non-user-role': [
      { severity: 'error', error: IMAGE_ROLE, when: { notModels: ['gpt-5.2'] } },
      // No error any more, but the model does not see the picture either.
      { severity: 'warning', when: { models: ['gpt-5.2'] } },
    ],
    'message-name-pattern': {
      severity: 'error',
      error:
        "Invalid 'messages[{i}].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
      options: { pattern: '^[a-zA-Z0-9_-]+$', laterPattern: '^[^\\s<|\\\\/>]+$' },
    },
    'messages-empty': {
      severity: 'error',
      error:
        "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    },
    'messages-too-long': {
      severity: 'warning',
      error:
        "Invalid 'messages': array too long. Expected an array with maximum length 2048, but got an array with length {n} instead.",
      options: { max: 2048 },
    },
    'json-word-missing': {
      severity: 'warning',
      error: "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    },
  },
};
