import { changeProperties, type NewJson, type Rewrite } from '../../json/rewrite';
import type { Message } from '../../model/types';
import { contentEdit } from './contentEdit';

/** What flat and chat, which share their frame, write alike. */
export const toolMessageEdit = {
  ...contentEdit,
  calls: {
    drop: (rewrite: Rewrite, { callsHolder }: Message): void => {
      changeProperties(rewrite, callsHolder, { remove: ['tool_calls'] });
    },
    set: (rewrite: Rewrite, { node }: Message, calls: NewJson): void => {
      changeProperties(rewrite, node, { set: [['tool_calls', calls]] });
    },
  },
};
