import {
  type AccountId,
  type BuildId,
  type ChoiceCounts,
  type EnvironmentId,
  limits,
  nameKey,
  type PipelineStageId,
  type Position,
  type ProjectId,
  partsOfAttribute,
  type TestRunFacet,
  type TestRunId,
  type TestRunOrder,
  type TestRunPage,
  type TestRunStatus,
  type TestRunView,
  type TestSuiteId,
  type UserId,
} from '@assay/contract';
import type { Filter, Sort } from 'mongodb';
import type { Collections } from '../collections.ts';
import { placeFarDown } from '../testRunCounts/placeFarDown.ts';
import { type CountedRuns, countNewestBy, pageOfNewest } from './newestRuns.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';
import { runNamesOf, testRunViewOf } from './testRunView.ts';

export type TestRunQuery = RunFilters & {
  offset: number;
  limit: number;
  /** Newest first by default. */
  sort?: TestRunOrder;
};

export type RunFilters = {
  /** Words that the runs have, each of them. */
  words?: readonly string[];
  ids?: readonly string[];
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
  /** key=value: each of the keys, with any of the values that are named for it. */
  attributes?: readonly string[];
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
  query: RunFilters,
): Promise<Filter<TestRunSummaryDocument>> {
  const filter: Filter<TestRunSummaryDocument> = { accountId, ...byStatusAndTime(query), ...byIds(query) };
  const { project, environment, pipelineStage, branch, testSuiteId, build, reviewers, attributes } = query;
  if (branch?.length) filter.branch = { $in: branch };
  if (pipelineStage?.length) filter.pipelineStageId = { $in: pipelineStage as PipelineStageId[] };
  if (testSuiteId?.length) filter.testSuiteId = { $in: testSuiteId as TestSuiteId[] };
  if (build?.length) filter['request.build.buildId'] = { $in: build as BuildId[] };
  if (reviewers?.length) filter['review.userId'] = { $in: reviewers as (UserId | null)[] };
  if (attributes?.length) filter.$and = byAttributes(attributes);
  if (project?.length) {
    const found = await collections.projects.find({ accountId }, { projection: { key: 1 } }).toArray();
    filter.projectId = { $in: found.filter(isNamedBy(project)).map(({ _id }) => _id as ProjectId) };
  }
  if (environment?.length) {
    const found = await collections.environments.find({ accountId }, { projection: { key: 1 } }).toArray();
    filter.environmentId = { $in: found.filter(isNamedBy(environment)).map(({ _id }) => _id as EnvironmentId) };
  }
  return filter;
}

function byAttributes(attributes: readonly string[]): Filter<TestRunSummaryDocument>[] {
  const byKey = new Map<string, string[]>();
  for (const attribute of attributes) {
    const { key } = partsOfAttribute(attribute);
    byKey.set(key, [...(byKey.get(key) ?? []), attribute]);
  }
  return [...byKey.values()].map((any) => ({ 'request.attributes': { $in: any } }));
}

type StatusAndTime = Pick<TestRunQuery, 'status' | 'from' | 'to'>;

function byStatusAndTime({ status, from, to }: StatusAndTime): Filter<TestRunSummaryDocument> {
  const filter: Filter<TestRunSummaryDocument> = {};
  if (status?.length) filter.status = { $in: status as TestRunStatus[] };
  if (from || to) filter.createdAt = { ...(from && { $gte: from }), ...(to && { $lte: to }) };
  return filter;
}

/** Ids sort by time, and the indexes of an account by id: what is older is not even looked at. */
function byIds({ ids, from }: Pick<RunFilters, 'ids' | 'from'>): Filter<TestRunSummaryDocument> {
  if (!from && !ids?.length) return {};
  const earliest = from && { $gte: earliestIdAt(Date.parse(from) - idsBeforeFactsMs) };
  return { _id: { ...earliest, ...(ids?.length && { $in: [...ids] }) } };
}

/** Whether a filter leaves out any runs of the account. */
export function isFiltered({ accountId: _, ...others }: Filter<TestRunSummaryDocument>): boolean {
  return Object.keys(others).length > 0;
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

/** From here on, counts by day tell where the page is. */
const farDown = 1_000;

/**
 * A page of an account's runs, newest first (ids sort by the time they were made). Of what filters leave, no more are
 * counted than the next `limits.countedTestRuns`, because to count a million takes a second.
 */
export async function findTestRunPage(
  collections: Collections,
  accountId: AccountId,
  query: TestRunQuery,
  position: Position,
): Promise<TestRunPage> {
  const { offset, limit } = query;
  const filter = await filterOf(collections, accountId, query);
  const [runs, { total, isLeast }] = isOfNewest(query)
    ? await pageOfNewest(collections, accountId, filter, query)
    : isFiltered(filter)
      ? await Promise.all([
          newest(collections, filter, offset, limit),
          counted(collections, filter, offset + limits.countedTestRuns),
        ])
      : await ofAll(collections, accountId, offset, limit);
  return { testRuns: await viewsOf(collections, runs), total, totalIsLeast: isLeast, position };
}

/** Whether it takes looking at each run: for words, or for an order without an index. */
function isOfNewest({ words = [], sort = '-createdAt' }: TestRunQuery): boolean {
  return words.length > 0 || sort !== '-createdAt';
}

/** How many of an account's newest runs each choice of a filter has, most first. */
export async function countTestRunsBy(
  collections: Collections,
  accountId: AccountId,
  facet: TestRunFacet,
  { words, ...filters }: RunFilters,
): Promise<ChoiceCounts> {
  return countNewestBy(collections, accountId, await filterOf(collections, accountId, filters), { facet, words });
}

export type StaffRunQuery = Pick<TestRunQuery, 'offset' | 'limit' | 'status' | 'from' | 'to'> & {
  /** Null: of every account. */
  accountId: AccountId | null;
};

/** @returns the runs that staff search for, and an order in which an index has them */
export function staffRunsOf({ accountId, ...query }: Omit<StaffRunQuery, 'offset' | 'limit'>): {
  filter: Filter<TestRunSummaryDocument>;
  order: Sort;
} {
  const filter = byStatusAndTime(query);
  if (accountId === null) return { filter, order: { createdAt: -1, _id: -1 } };
  return { filter: { accountId, ...filter, ...byIds(query) }, order: byId };
}

/**
 * A page of the runs of every account, or of one, newest first. Without usual durations, which take a query for each
 * selection of tests.
 */
export async function findStaffRunPage(
  collections: Collections,
  { offset, limit, ...query }: StaffRunQuery,
): Promise<Omit<TestRunPage, 'position'>> {
  const { filter, order } = staffRunsOf(query);
  const [runs, { total, isLeast }] = await Promise.all([
    newest(collections, filter, offset, limit, order),
    counted(collections, filter, offset + limits.countedTestRuns),
  ]);
  const names = await runNamesOf(collections, runs, []);
  return { testRuns: runs.map((run) => testRunViewOf(run, names)), total, totalIsLeast: isLeast };
}

const byId: Sort = { _id: -1 };

function newest(
  { testRunSummaries }: Collections,
  filter: Filter<TestRunSummaryDocument>,
  skip: number,
  limit: number,
  order = byId,
) {
  return testRunSummaries.find(filter).sort(order).skip(skip).limit(limit).toArray();
}

async function counted(
  { testRunSummaries }: Collections,
  filter: Filter<TestRunSummaryDocument>,
  most: number,
): Promise<CountedRuns> {
  const found = await testRunSummaries.countDocuments(filter, { limit: most + 1 });
  return { total: Math.min(found, most), isLeast: found > most };
}

/** A page of all runs, which are counted as they come. */
async function ofAll(
  collections: Collections,
  accountId: AccountId,
  offset: number,
  limit: number,
): Promise<[TestRunSummaryDocument[], CountedRuns]> {
  const countAll = async () => (await collections.known.one('accounts', accountId))?.testRunCount ?? 0;
  if (offset < farDown) {
    const [runs, total] = await Promise.all([newest(collections, { accountId }, offset, limit), countAll()]);
    return [runs, { total, isLeast: false }];
  }
  const total = await countAll();
  const place = await placeFarDown(collections, accountId, offset, total);
  const runs = place
    ? await newest(collections, { accountId, _id: { $lt: earliestIdAt(place.before) } }, place.skip, limit)
    : await newest(collections, { accountId }, offset, limit);
  return [runs, { total, isLeast: false }];
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
