import { parseTql } from './parseTql.ts';
import { tqlLimits } from './tqlFields.ts';

export type TqlCompletion = {
  /** Where the word begins that is being typed, from 0; the suggestions take its place. */
  from: number;
  words: readonly string[];
};

/** @returns the words that could stand at the caret and begin as what is typed there; in the order of the language. */
export function completeTql(text: string, caret: number): TqlCompletion {
  const before = text.slice(0, caret);
  const typed = /[^\s(),"'=!~<>]*$/.exec(before)?.[0] ?? '';
  const from = caret - typed.length;
  if (before.length > tqlLimits.length) return { from, words: [] };
  const { expectedAtEnd } = parseTql(before.slice(0, from), 0);
  const words = [...new Set(expectedAtEnd.flatMap((expected) => expected.words))];
  const wanted = typed.toLowerCase();
  return { from, words: words.filter((word) => word.startsWith(wanted) && word !== wanted) };
}
