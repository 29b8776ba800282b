import type { AccountReader } from '../readers.ts';
import { type ComparedTestsQuery, type ComparisonQuery, pageOfCompared } from './findComparison.ts';

export const comparisonReads = {
  comparison: async ({ collections, accountId, comparisons }: AccountReader, query: ComparisonQuery) => {
    const answer = await comparisons(collections, accountId, query);
    return typeof answer === 'string' ? answer : answer.comparison;
  },
  comparedTests: async (
    { collections, accountId, comparisons }: AccountReader,
    query: ComparisonQuery,
    page: ComparedTestsQuery,
  ) => {
    const answer = await comparisons(collections, accountId, query);
    return typeof answer === 'string' ? answer : pageOfCompared(answer, page);
  },
};
