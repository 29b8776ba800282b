import { AnswerCache } from '@assay/concurrency';
import {
  type AccountId,
  type ComparedTestsPage,
  type ComparisonGroup,
  limits,
  type ProblemId,
  type TestRunId,
  type TqlCondition,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';
import { tqlNamesOf } from '../tql/tqlFacts.ts';
import { sidesOf } from './comparedTests.ts';
import { type ComparedRuns, compareRuns, foldedByError } from './compareRuns.ts';

export type ComparisonQuery = {
  first: TestRunId;
  second: TestRunId;
  /** Only tests that match it in one of the runs, and the text it was read from; null: all. */
  filter: { text: string; condition: TqlCondition } | null;
};

export type ComparedTestsQuery = {
  group: ComparisonGroup;
  /** Whether one row stands for newly failing tests with one error. */
  folded: boolean;
  /** Only newly failing tests with this problem; null: all. */
  problemId: ProblemId | null;
  offset: number;
  limit: number;
};

/** The runs compared, or why they cannot be: one is not the account's, or see `testRunErrors`. */
export type ComparisonAnswer = ComparedRuns | 'notFound' | 'otherProject' | 'tooLargeToCompare';

export type ComparisonsReader = (
  collections: Collections,
  accountId: AccountId,
  query: ComparisonQuery,
) => Promise<ComparisonAnswer>;

/** Comparisons kept in memory: what people look at now, page by page. */
const keptComparisons = 4;

async function compared(
  collections: Collections,
  accountId: AccountId,
  [first, second]: readonly [TestRunSummaryDocument, TestRunSummaryDocument],
  condition: TqlCondition | null,
): Promise<ComparedRuns> {
  const names = await tqlNamesOf(collections, accountId);
  const sides = (run: TestRunSummaryDocument) => sidesOf(collections, run, condition, names);
  return compareRuns(sides(first), sides(second));
}

/**
 * Compares runs, and keeps the last few comparisons until one of their runs changes: their pages are read one by one.
 */
export function openComparisons(): ComparisonsReader {
  const comparisons = new AnswerCache({ maxSize: keptComparisons });
  return async (collections, accountId, { first, second, filter }) => {
    const find = (_id: TestRunId) => collections.testRunSummaries.findOne({ _id, accountId });
    const runs = await Promise.all([find(first), find(second)]);
    const [before, after] = runs;
    if (!before || !after) return 'notFound';
    if (before.projectId !== after.projectId) return 'otherProject';
    if (Math.max(before.totalCount, after.totalCount) > limits.comparedTests) return 'tooLargeToCompare';
    const key = JSON.stringify([first, before.position, second, after.position, filter?.text ?? '']);
    return comparisons.get(key, Number.POSITIVE_INFINITY, () =>
      compared(collections, accountId, [before, after], filter?.condition ?? null),
    );
  };
}

/** A page of one group of a comparison. */
export function pageOfCompared({ tests }: ComparedRuns, query: ComparedTestsQuery): ComparedTestsPage {
  const { group, folded, problemId, offset, limit } = query;
  const all = tests.get(group) ?? [];
  const found = problemId === null ? all : all.filter(({ second }) => second?.problemId === problemId);
  const rows = folded && group === 'newlyFailing' ? foldedByError(found) : found;
  return { tests: rows.slice(offset, offset + limit), total: rows.length };
}
