import type { TqlQuery } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findTqlResults } from './findTqlResults.ts';

export const tqlReads = {
  tqlResults: ({ collections, accountId }: AccountReader, query: TqlQuery) =>
    findTqlResults(collections, accountId, query, Date.now),
};
