import type { NounForms } from './nounForms.mjs';

export type ListEntry = {
  /** Below the root of the repository. */
  file: string;
  /** The lines around the list; the whole file without them. */
  part?: readonly [first: string, last: string];
  /** Matches an entry, with its key as the group. Without it, lines are added at the end of the part or the top of the file. */
  entry?: RegExp;
  key?: string;
  /** The list is not sorted by its keys. */
  hasOwnOrder?: boolean;
  /** Lines. */
  add: readonly string[];
};
export function withEntry(text: string, entry: ListEntry): string;
export function withJsonEntry(text: string, entry: ListEntry): string;
export function listEntries(forms: NounForms): ListEntry[];
