import type { Dialect } from './types';

/** What people call the dialects; the ids are for flags, settings and machines. */
export const dialectNames: Readonly<Record<Dialect, string>> = {
  chat: 'OpenAI chat',
  messages: 'Anthropic Messages',
  flat: "Flat (Transcript Lint's own)",
};

/** The same where many stand in one line, each behind a count. */
export const shortDialectNames: Readonly<Record<Dialect, string>> = {
  chat: 'chat',
  messages: 'Messages',
  flat: 'flat',
};
