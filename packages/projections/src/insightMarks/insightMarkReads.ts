import type { UserId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { insightMarksIdOf } from './insightMarks.ts';

export const insightMarkReads = {
  /** What somebody has made of insights, newest first. */
  insightMarks: async ({ collections, accountId }: AccountReader, userId: UserId) => {
    const _id = insightMarksIdOf(accountId, userId);
    return (await collections.insightMarks.findOne({ _id, accountId }))?.marks ?? [];
  },
};
