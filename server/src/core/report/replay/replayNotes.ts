/** Failures and plots give places in a list; said once where they are told, for without it a leading instruction makes them look wrong. */
export const ENTRY_NOTE = 'Entries are counted from 0, behind the leading instructions.';
