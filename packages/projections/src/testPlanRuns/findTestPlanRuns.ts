import {
  type AccountId,
  limits,
  type Position,
  type TestPlanId,
  type TestPlanRunId,
  type TestPlanRunPage,
  type TestPlanRunView,
  type TestRunId,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import { medianOf } from '../median.ts';
import { planRunNamesOf } from './planRunNames.ts';
import { planRunViewOf } from './planRunView.ts';
import type { TestPlanRunDocument } from './testPlanRuns.ts';

/** @returns how long each of the runs usually takes: the median of the completed ones of the plan before it */
async function usualDurationsOf(
  collections: Collections,
  [first, ...others]: readonly TestPlanRunDocument[],
): Promise<Map<string, number | null>> {
  if (!first) return new Map();
  const { accountId, testPlanId } = first;
  const completed = await collections.testPlanRuns
    .find({ accountId, testPlanId, status: 'completed', _id: { $lt: first._id } }, { projection: { ranMs: 1 } })
    .sort({ _id: -1 })
    .limit(others.length + limits.usualTestPlanRuns)
    .toArray();
  return new Map(
    [first, ...others].map(({ _id }) => {
      const before = completed.filter((run) => run._id < _id).slice(0, limits.usualTestPlanRuns);
      return [_id, medianOf(before.map(({ ranMs }) => ranMs))];
    }),
  );
}

/** @param planRuns of one plan, newest first */
async function viewsOf(collections: Collections, planRuns: readonly TestPlanRunDocument[]): Promise<TestPlanRunView[]> {
  const [names, usual] = await Promise.all([
    planRunNamesOf(collections, planRuns),
    usualDurationsOf(collections, planRuns),
  ]);
  return planRuns.map((planRun) => planRunViewOf(planRun, names, usual.get(planRun._id) ?? null));
}

/** A page of a plan's runs, newest first (ids sort by the time they were made); `page` counts from 1. */
export async function findTestPlanRunPage(
  collections: Collections,
  accountId: AccountId,
  { testPlanId, page, limit }: { testPlanId: TestPlanId; page: number; limit: number },
  position: Position,
): Promise<TestPlanRunPage> {
  const filter = { accountId, testPlanId };
  const [found, total] = await Promise.all([
    collections.testPlanRuns
      .find(filter)
      .sort({ _id: -1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .toArray(),
    collections.testPlanRuns.countDocuments(filter),
  ]);
  return { testPlanRuns: await viewsOf(collections, found), total, position };
}

/** @returns the run; null when this plan of the account has no such run */
export async function findTestPlanRun(
  collections: Collections,
  accountId: AccountId,
  { testPlanId, testPlanRunId }: { testPlanId: TestPlanId; testPlanRunId: TestPlanRunId },
): Promise<TestPlanRunView | null> {
  const found = await collections.testPlanRuns.find({ _id: testPlanRunId, accountId, testPlanId }).toArray();
  const [view] = await viewsOf(collections, found);
  return view ?? null;
}

/** @returns the plan run that a test run belongs to; null: to none */
export async function findPlanRunOf(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
): Promise<TestPlanRunId | null> {
  const found = await collections.testPlanRuns.findOne(
    { accountId, testRunIds: testRunId },
    { projection: { testPlanRunId: 1 } },
  );
  return found?.testPlanRunId ?? null;
}
