import type { PartTypes, Vocabulary } from '../../model/types';

const text: PartTypes = { usual: ['text'], rare: [] };

/** Part types that a role may hold in the shapes with `tool_calls`, where the target's row does not say otherwise. */
export const vocabulary: Vocabulary = {
  parts: {
    user: { usual: ['text', 'image_url', 'input_audio', 'file'], rare: [] },
    assistant: { usual: ['text', 'refusal'], rare: [] },
    system: text,
    developer: text,
    tool: text,
  },
  isShared: false,
  endings: [],
};
