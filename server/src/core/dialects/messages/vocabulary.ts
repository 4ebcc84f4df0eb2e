import type { PartTypes, Vocabulary } from '../../model/types';

const user: PartTypes = {
  usual: ['text', 'image', 'document', 'tool_result'],
  rare: ['search_result', 'container_upload'],
};

const assistant: PartTypes = {
  usual: ['text', 'thinking', 'redacted_thinking', 'tool_use'],
  rare: ['server_tool_use', 'mcp_tool_use', 'compaction'],
};

/** What a turn of each role holds. A block on the wrong one of the two is a fault of its own. */
export const vocabulary: Vocabulary = {
  parts: { user, assistant, system: user, developer: user, tool: user, function: user, other: user, none: user },
  isShared: true,
  endings: ['_tool_result'],
  results: { usual: ['text', 'image', 'document', 'search_result'], rare: ['tool_reference'] },
};
