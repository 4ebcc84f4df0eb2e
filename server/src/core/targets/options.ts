/** What a row of a target's table says to a rule beside severity and text, by rule; one that is not here asks for nothing. */
export interface RuleOptions {
  'cache-control-too-many': { readonly max: number };
  /** Absent: any role. */
  'content-empty-message': { readonly roles?: readonly string[] };
  /** Absent: any role. */
  'content-null': { readonly roles?: readonly string[] };
  /** Absent: what the role may hold by itself. */
  'content-part-type-invalid': { readonly parts?: readonly string[] };
  'image-media-type-invalid': { readonly types: readonly string[] };
  /** `laterPattern`: what the provider says to have loosened it to. */
  'message-name-pattern': { readonly pattern: string; readonly laterPattern?: string };
  'messages-too-long': { readonly max: number };
  'role-invalid': { readonly refuses?: readonly string[] };
  'role-unsupported-by-model': { readonly roles: readonly string[] };
  'server-tool-id-pattern': { readonly pattern: string };
  'system-not-first': { readonly after?: readonly string[] };
  /** `accepts`: the pattern in words. */
  'tool-call-id-pattern': { readonly pattern: string; readonly accepts: string };
  'tool-call-id-too-long': { readonly max: number };
  /** `stored`: what it is in a history, where that is less than in a request. */
  'tool-name-pattern': { readonly pattern: string; readonly accepts: string; readonly stored?: 'warning' };
  /** `certain`: beyond it all reports agree. */
  'tool-name-too-long': { readonly max: number; readonly certain?: number; readonly stored?: 'warning' };
}
