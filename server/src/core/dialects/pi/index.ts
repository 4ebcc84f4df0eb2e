import { defineLog } from '../types';
import { isPiHeader, isPiLog } from './log';
import { readPi } from './transfer/read';

/** Pi's sessions: a tree of rows, of which one branch is the conversation. */
export const pi = defineLog({ id: 'pi', name: 'Pi', isLog: isPiLog, isHeader: isPiHeader, read: readPi });
