import type { ServiceReader } from '../readers.ts';
import { countSetAsideReactions, findSetAsideReactions } from './findSetAsideReactions.ts';

/** Reactions of the automation that keep failing, of every account. */
export const setAsideReactionServiceReads = {
  setAsideReactions: ({ collections }: ServiceReader, page: { offset: number; limit: number }) =>
    findSetAsideReactions(collections, page),
  setAsideReactionCount: ({ collections }: ServiceReader) => countSetAsideReactions(collections),
};
