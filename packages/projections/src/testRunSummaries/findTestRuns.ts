import {
  type AccountId,
  type BuildId,
  type EnvironmentId,
  nameKey,
  type PipelineStageId,
  type Position,
  type ProjectId,
  type TestRunId,
  type TestRunPage,
  type TestRunStatus,
  type TestRunView,
  type TestSuiteId,
  type UserId,
} from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';
import { runNamesOf, testRunViewOf } from './testRunView.ts';

export type TestRunQuery = {
  offset: number;
  limit: number;
  status?: readonly string[];
  /** Ids or keys. */
  project?: readonly string[];
  environment?: readonly string[];
  /** Ids of the stages that the runs were created in. */
  pipelineStage?: readonly string[];
  branch?: readonly string[];
  testSuiteId?: readonly string[];
  /** Ids of the builds that the runs are of. */
  build?: readonly string[];
  /** Ids of users; null: runs without a reviewer. */
  reviewers?: readonly (string | null)[];
  /** ISO times, both inclusive. */
  from?: string;
  to?: string;
};

/** Whether one of the ids or keys means the thing. Keys are compared as they are reserved: whatever their case. */
function isNamedBy(idsOrKeys: readonly string[]) {
  const ids = new Set(idsOrKeys);
  const keys = new Set(idsOrKeys.map(nameKey));
  return ({ _id, key }: { _id: string; key: string }) => ids.has(_id) || keys.has(nameKey(key));
}

/** @returns the filter for the runs of an account that a query asks for */
export async function filterOf(
  collections: Collections,
  accountId: AccountId,
  query: Omit<TestRunQuery, 'offset' | 'limit'>,
): Promise<Filter<TestRunSummaryDocument>> {
  const filter: Filter<TestRunSummaryDocument> = { accountId };
  const { status, project, environment, pipelineStage, branch, testSuiteId, build, reviewers, from, to } = query;
  if (status?.length) filter.status = { $in: status as TestRunStatus[] };
  if (branch?.length) filter.branch = { $in: branch };
  if (pipelineStage?.length) filter.pipelineStageId = { $in: pipelineStage as PipelineStageId[] };
  if (testSuiteId?.length) filter.testSuiteId = { $in: testSuiteId as TestSuiteId[] };
  if (build?.length) filter['request.build.buildId'] = { $in: build as BuildId[] };
  if (reviewers?.length) filter['review.userId'] = { $in: reviewers as (UserId | null)[] };
  if (project?.length) {
    const found = await collections.projects.find({ accountId }, { projection: { key: 1 } }).toArray();
    filter.projectId = { $in: found.filter(isNamedBy(project)).map(({ _id }) => _id as ProjectId) };
  }
  if (environment?.length) {
    const found = await collections.environments.find({ accountId }, { projection: { key: 1 } }).toArray();
    filter.environmentId = { $in: found.filter(isNamedBy(environment)).map(({ _id }) => _id as EnvironmentId) };
  }
  if (from || to) filter.createdAt = { ...(from && { $gte: from }), ...(to && { $lte: to }) };
  // Ids sort by time, and indexes by id: what is older is not even looked at.
  if (from) filter._id = { $gte: earliestIdAt(Date.parse(from) - idsBeforeFactsMs) };
  return filter;
}

/** For how long at most an id may be there before the run: of a call that is repeated, or by clocks that differ. */
const idsBeforeFactsMs = 7 * 86_400_000;

/** @returns what no id (UUIDv7, RFC 9562) that was made at this time or later is less than */
export function earliestIdAt(milliseconds: number): string {
  const hex = Math.max(0, milliseconds).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

async function viewsOf(collections: Collections, runs: TestRunSummaryDocument[]): Promise<TestRunView[]> {
  const names = await runNamesOf(collections, runs);
  return runs.map((run) => testRunViewOf(run, names));
}

/** A page of an account's runs, newest first (ids sort by the time they were made). */
export async function findTestRunPage(
  collections: Collections,
  accountId: AccountId,
  query: TestRunQuery,
  position: Position,
): Promise<TestRunPage> {
  const filter = await filterOf(collections, accountId, query);
  const unfiltered = Object.keys(filter).length === 1;
  const [runs, total] = await Promise.all([
    collections.testRunSummaries.find(filter).sort({ _id: -1 }).skip(query.offset).limit(query.limit).toArray(),
    unfiltered
      ? collections.accounts.findOne({ _id: accountId }).then((account) => account?.testRunCount ?? 0)
      : collections.testRunSummaries.countDocuments(filter),
  ]);
  return { testRuns: await viewsOf(collections, runs), total, position };
}

export async function findTestRun(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
): Promise<TestRunView | null> {
  const run = await collections.testRunSummaries.findOne({ _id: testRunId, accountId });
  const [view] = run ? await viewsOf(collections, [run]) : [];
  return view ?? null;
}
