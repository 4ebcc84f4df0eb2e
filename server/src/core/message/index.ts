export { coercionRewrite, type MessageRewrite, messageRewrites } from './inPlace';
export { conversationAt, insertMessage, newTranscript } from './insertMessage';
export { type OpenCall, openCalls } from './openCalls';
export { messageShape } from './shape';
export {
  messageOf,
  type TextInput,
  type TextMessage,
  type TextRole,
  type TextToMessage,
  textRoles,
  textToMessage,
} from './textToMessage';
