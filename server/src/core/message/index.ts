export { coercionRewrite, type MessageRewrite, messageRewrites } from './inPlace';
export { insertMessage, newTranscript } from './insertMessage';
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
