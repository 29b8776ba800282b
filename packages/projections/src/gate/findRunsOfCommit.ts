import { type AccountId, inProgressStatuses, type ProjectId, type TestRunView } from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import { filterOf } from '../testRunSummaries/findTestRuns.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';
import { runNamesOf, testRunViewOf } from '../testRunSummaries/testRunView.ts';

/** Digits that tell commits of one repository apart, as git abbreviates them. */
const shortest = 7;
/** Runs of one commit that are looked at, the newest. */
const most = 1_000;

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
  /** Ids or keys of environments; undefined: of any. */
  environment?: readonly string[] | undefined;
};

/**
 * @returns the runs of a project that test the commit, newest first, those that are still being set up among them
 */
export async function findRunsOfCommit(
  collections: Collections,
  accountId: AccountId,
  { projectId, commit, environment = [] }: CommitQuery,
): Promise<TestRunView[]> {
  const names = commitNamed(commit.toLowerCase());
  const within = { ...(await filterOf(collections, accountId, { environment })), projectId };
  const open = { $in: [...inProgressStatuses] };
  const filters: Filter<TestRunSummaryDocument>[] = names.flatMap((name) => [
    { ...within, commit: name },
    { ...within, status: open, commit: null, 'request.ref': name },
  ]);
  const found = await Promise.all(
    filters.map((filter) => collections.testRunSummaries.find(filter).sort({ _id: -1 }).limit(most).toArray()),
  );
  const newestFirst = found.flat().sort((a, b) => (a._id < b._id ? 1 : -1));
  const runs = newestFirst.slice(0, most);
  const shown = await runNamesOf(collections, runs, []);
  return runs.map((run) => testRunViewOf(run, shown));
}
