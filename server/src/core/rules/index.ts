import { cacheControlOnEmptyText } from './cache-control-on-empty-text';
import { cacheControlTooMany } from './cache-control-too-many';
import { callOnWrongRole } from './call-on-wrong-role';
import { contentAfterCall } from './content-after-call';
import { contentArrayEmpty } from './content-array-empty';
import { contentEmptyMessage } from './content-empty-message';
import { contentEmptyTextBlock } from './content-empty-text-block';
import { contentMissing } from './content-missing';
import { contentNotText } from './content-not-text';
import { contentNull } from './content-null';
import { contentPartTypeInvalid } from './content-part-type-invalid';
import { contentTrailingWhitespace } from './content-trailing-whitespace';
import { contentWhitespaceOnlyText } from './content-whitespace-only-text';
import { dialectNotAccepted } from './dialect-not-accepted';
import { doubleEncodedArguments } from './double-encoded-arguments';
import { duplicateCallId } from './duplicate-call-id';
import { duplicateKey } from './duplicate-key';
import { duplicateResult } from './duplicate-result';
import { entryNotAMessage } from './entry-not-a-message';
import { expectedFaultMissing } from './expected-fault-missing';
import { firstMessageNotUser } from './first-message-not-user';
import { functionNameMissing } from './function-name-missing';
import { idOnWrongRole } from './id-on-wrong-role';
import { imageInNonUserRole } from './image-in-non-user-role';
import { imageMediaTypeInvalid } from './image-media-type-invalid';
import { inputReplayedAsEmpty } from './input-replayed-as-empty';
import { jsonWordMissing } from './json-word-missing';
import { loneSurrogate } from './lone-surrogate';
import { malformedArguments } from './malformed-arguments';
import { messageNamePattern } from './message-name-pattern';
import { messagesEmpty } from './messages-empty';
import { messagesTooLong } from './messages-too-long';
import { midSystemBeforeUser } from './mid-system-before-user';
import { midSystemConsecutive } from './mid-system-consecutive';
import { midSystemFirst } from './mid-system-first';
import { midSystemNonText } from './mid-system-non-text';
import { midSystemNotAfterUser } from './mid-system-not-after-user';
import { midSystemSplitsToolPair } from './mid-system-splits-tool-pair';
import { misplacedResult } from './misplaced-result';
import { mixedDialects } from './mixed-dialects';
import { namesOf } from './names';
import { openCallAtTail } from './open-call-at-tail';
import { orphanResult } from './orphan-result';
import { pendingApproval } from './pending-approval';
import { prefillUnsupported } from './prefill-unsupported';
import { resultNotFirst } from './result-not-first';
import { reusedCallId } from './reused-call-id';
import { roleInvalid } from './role-invalid';
import { roleMissing } from './role-missing';
import { roleUnsupportedByModel } from './role-unsupported-by-model';
import { rolesNotAlternating } from './roles-not-alternating';
import { serverCall } from './server-call';
import { serverToolCallWithoutResult } from './server-tool-call-without-result';
import { serverToolIdPattern } from './server-tool-id-pattern';
import { serverToolResultWithoutCall } from './server-tool-result-without-call';
import { syntaxError } from './syntax-error';
import { systemNotFirst } from './system-not-first';
import { systemRoleInMessages } from './system-role-in-messages';
import { thinkingBlockLast } from './thinking-block-last';
import { thinkingBlockNotFirst } from './thinking-block-not-first';
import { thinkingCacheControl } from './thinking-cache-control';
import { thinkingSignatureMissing } from './thinking-signature-missing';
import { thinkingTextMissing } from './thinking-text-missing';
import { thinkingWhileDisabled } from './thinking-while-disabled';
import { tooDeep } from './too-deep';
import { tooLarge } from './too-large';
import { toolArgumentsInvalidJson } from './tool-arguments-invalid-json';
import { toolArgumentsNotObject } from './tool-arguments-not-object';
import { toolArgumentsNotString } from './tool-arguments-not-string';
import { toolCallIdMissing } from './tool-call-id-missing';
import { toolCallIdPattern } from './tool-call-id-pattern';
import { toolCallIdTooLong } from './tool-call-id-too-long';
import { toolCallTypeMissing } from './tool-call-type-missing';
import { toolCallsEmptyArray } from './tool-calls-empty-array';
import { toolDeclarationDuplicate } from './tool-declaration-duplicate';
import { toolNameEmpty } from './tool-name-empty';
import { toolNamePattern } from './tool-name-pattern';
import { toolNameTooLong } from './tool-name-too-long';
import { toolResultErrorNontext } from './tool-result-error-nontext';
import { toolResultWrongRole } from './tool-result-wrong-role';
import { toolUseWrongRole } from './tool-use-wrong-role';
import { trailingAssistantsMultiple } from './trailing-assistants-multiple';
import type { Rule, RuleMeta } from './types';
import { unansweredCall } from './unanswered-call';
import { unknownField } from './unknown-field';
import { untrimmedCallId } from './untrimmed-call-id';
import { unusableCallId } from './unusable-call-id';
import { userAfterTool } from './user-after-tool';

/** Every rule, by id. */
export const rules: readonly Rule[] = [
  cacheControlOnEmptyText,
  cacheControlTooMany,
  callOnWrongRole,
  contentAfterCall,
  contentArrayEmpty,
  contentEmptyMessage,
  contentEmptyTextBlock,
  contentMissing,
  contentNotText,
  contentNull,
  contentPartTypeInvalid,
  contentTrailingWhitespace,
  contentWhitespaceOnlyText,
  dialectNotAccepted,
  doubleEncodedArguments,
  duplicateCallId,
  duplicateKey,
  duplicateResult,
  entryNotAMessage,
  expectedFaultMissing,
  firstMessageNotUser,
  functionNameMissing,
  idOnWrongRole,
  imageInNonUserRole,
  imageMediaTypeInvalid,
  inputReplayedAsEmpty,
  jsonWordMissing,
  loneSurrogate,
  malformedArguments,
  messageNamePattern,
  messagesEmpty,
  messagesTooLong,
  midSystemBeforeUser,
  midSystemConsecutive,
  midSystemFirst,
  midSystemNonText,
  midSystemNotAfterUser,
  midSystemSplitsToolPair,
  misplacedResult,
  mixedDialects,
  openCallAtTail,
  orphanResult,
  pendingApproval,
  prefillUnsupported,
  resultNotFirst,
  reusedCallId,
  roleInvalid,
  roleMissing,
  roleUnsupportedByModel,
  rolesNotAlternating,
  serverCall,
  serverToolCallWithoutResult,
  serverToolIdPattern,
  serverToolResultWithoutCall,
  syntaxError,
  systemNotFirst,
  systemRoleInMessages,
  thinkingBlockLast,
  thinkingBlockNotFirst,
  thinkingCacheControl,
  thinkingSignatureMissing,
  thinkingTextMissing,
  thinkingWhileDisabled,
  tooDeep,
  tooLarge,
  toolArgumentsInvalidJson,
  toolArgumentsNotObject,
  toolArgumentsNotString,
  toolCallIdMissing,
  toolCallIdPattern,
  toolCallIdTooLong,
  toolCallTypeMissing,
  toolCallsEmptyArray,
  toolDeclarationDuplicate,
  toolNameEmpty,
  toolNamePattern,
  toolNameTooLong,
  toolResultErrorNontext,
  toolResultWrongRole,
  toolUseWrongRole,
  trailingAssistantsMultiple,
  unansweredCall,
  unknownField,
  untrimmedCallId,
  unusableCallId,
  userAfterTool,
];

export const ruleMetas: readonly RuleMeta[] = rules.map((rule) => rule.meta);

export const ruleNames = namesOf(ruleMetas);
