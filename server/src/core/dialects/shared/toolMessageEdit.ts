import { changeProperties, type Rewrite } from '../../json/rewrite';
import type { Message } from '../../model/types';
import { contentEdit } from './contentEdit';

/** What flat and chat, which share their frame, write alike. */
export const toolMessageEdit = {
  ...contentEdit,
  dropCalls: (rewrite: Rewrite, { callsHolder }: Message): void => {
    changeProperties(rewrite, callsHolder, { remove: ['tool_calls'] });
  },
};
