import {
  type AccountId,
  type EnvironmentId,
  inProgressStatuses,
  limits,
  type ProjectId,
  type TestRunView,
  type TestSuiteId,
} from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';
import { runNamesOf, testRunViewOf } from '../testRunSummaries/testRunView.ts';

/** Digits that tell commits of one repository apart, as git abbreviates them. */
const shortest = 7;
/** What a commit is stored as where it is the given one, or either is an abbreviation of the other. */
function commitNamed(commit: string): Filter<{ commit: string }>['commit'][] {
  const abbreviated = Array.from({ length: commit.length - shortest + 1 }, (_, more) =>
    commit.slice(0, shortest + more),
  );
  // Sorts after every commit that begins with the given digits.
  return [{ $in: abbreviated }, { $gt: commit, $lt: `${commit}g` }];
}

export type CommitQuery = {
  projectId: ProjectId;
  /** Its id, or at least its first 7 digits. */
  commit: string;
  /** Runs in one of these; undefined: in any. */
  environmentIds: readonly EnvironmentId[] | undefined;
  /** Runs of one of these; empty: of any, or of none. */
  testSuiteIds: readonly TestSuiteId[];
};

/** A run as its list shows it, and whether it was asked for tests by name. */
export type RunOfCommit = TestRunView & { ofSelectedTests: boolean };

/**
 * @returns the newest `limits.gateRuns` runs of a project that test the commit, newest first, those that are still being
 * set up among them, and whether there are more
 */
export async function findRunsOfCommit(
  collections: Collections,
  accountId: AccountId,
  { projectId, commit, environmentIds, testSuiteIds }: CommitQuery,
): Promise<{ runs: RunOfCommit[]; hasMore: boolean }> {
  const within: Filter<TestRunSummaryDocument> = {
    accountId,
    projectId,
    ...(environmentIds && { environmentId: { $in: environmentIds } }),
    ...(testSuiteIds.length > 0 && { testSuiteId: { $in: testSuiteIds } }),
  };
  const open = { $in: [...inProgressStatuses] };
  const filters: Filter<TestRunSummaryDocument>[] = commitNamed(commit.toLowerCase()).flatMap((name) => [
    { ...within, commit: name },
    { ...within, status: open, commit: null, 'request.ref': name },
  ]);
  const most = limits.gateRuns;
  const found = await Promise.all(
    filters.map((filter) =>
      collections.testRunSummaries
        .find(filter)
        .sort({ _id: -1 })
        .limit(most + 1)
        .toArray(),
    ),
  );
  const newestFirst = found.flat().sort((a, b) => (a._id < b._id ? 1 : -1));
  const runs = newestFirst.slice(0, most);
  const shown = await runNamesOf(collections, runs, []);
  const viewOf = (run: TestRunSummaryDocument) => ({
    ...testRunViewOf(run, shown),
    ofSelectedTests: run.request.selectedTests !== null,
  });
  return { runs: runs.map(viewOf), hasMore: newestFirst.length > most };
}
