import type { Dialect, Target } from '../model/types';
import type { SeveritySetting } from '../rules/types';

/** A value that may stand in a configuration, and what the editor says of it. */
export type Choices<Name extends string> = Readonly<Record<Name, string>>;

export const DIALECTS: Choices<Dialect> = {
  flat: 'tool_calls with tool_call_id (or id) and name on the call itself: the closed shape of this project.',
  chat: 'OpenAI Chat Completions and its relatives.',
  messages: 'Anthropic Messages.',
};

export const DIALECT_SETTINGS: Choices<Dialect | 'auto'> = {
  auto: 'Decided by what stands in the file.',
  ...DIALECTS,
};

export const FILE_SETTINGS: Choices<Dialect | 'auto' | 'none'> = {
  ...DIALECT_SETTINGS,
  none: 'Never a transcript: the file sees nothing of the linter.',
};

export const TARGETS: Choices<Target | 'auto'> = {
  auto: 'The provider that the dialect comes from, refined by the model that the request names.',
  own: 'The closed rules of the flat shape.',
  openai: 'OpenAI.',
  azure: 'Azure OpenAI.',
  anthropic: 'Anthropic.',
  bedrock: 'Amazon Bedrock.',
  vertex: 'Google Vertex AI.',
  gemini: 'Google Gemini API.',
  mistral: 'Mistral.',
  deepseek: 'DeepSeek.',
  moonshot: 'Moonshot (Kimi).',
  qwen: 'Alibaba Model Studio (Qwen).',
  zhipu: 'Zhipu (GLM).',
  minimax: 'MiniMax.',
  groq: 'Groq.',
  xai: 'xAI.',
  perplexity: 'Perplexity.',
  cohere: 'Cohere.',
  ollama: 'Ollama.',
  llamacpp: 'llama.cpp.',
  strict: 'Everything that any provider rejects.',
};

export const SEVERITIES: Choices<SeveritySetting> = {
  error: 'The conversation will be rejected.',
  warning: 'Reports disagree, or only some models reject it.',
  info: 'A fact worth seeing.',
  hint: 'Style.',
  off: 'Not reported.',
};

export const REUSED_IDS: Choices<'drop' | 'rename'> = {
  drop: 'The later exchange goes: the first declaration owns the id.',
  rename: 'A later exchange that is complete gets a fresh id.',
};
