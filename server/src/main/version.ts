/** Written in by the build from package.json; the sources themselves (tests) run without one. */
declare const TRANSCRIPT_LINT_VERSION: string | undefined;

/** The version of the package that this program is part of. */
export const version = typeof TRANSCRIPT_LINT_VERSION === 'string' ? TRANSCRIPT_LINT_VERSION : '0.0.0-source';
