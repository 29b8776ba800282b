import type { AccountId } from '@assay/contract';
import type { Collection } from 'mongodb';
import { type StoresUnderTest, startStores } from '../../../../test/support/storesUnderTest.ts';
import { type StaffRunQuery, staffRunsOf } from './findTestRuns.ts';
import { type TestRunSummaryDocument, testRunSummaries } from './testRunSummaries.ts';

type Plan = { stage: string; indexName?: string; inputStage?: Plan };

function stagesOf({ stage, indexName, inputStage }: Plan): string[] {
  return [indexName === undefined ? stage : `${stage} ${indexName}`, ...(inputStage ? stagesOf(inputStage) : [])];
}

describe('the search of the staff for runs', () => {
  let stores: StoresUnderTest;
  let runs: Collection<TestRunSummaryDocument>;
  beforeAll(async () => {
    stores = await startStores();
    runs = stores.readModelDb.collection<TestRunSummaryDocument>('staffRunSearch');
    for (const index of testRunSummaries.indexes) await runs.createIndex(index);
    const times = [1, 2, 3, 4].map((day) => `2026-03-0${day}T12:00:00.000Z`);
    // The ids are in the opposite order: of imported runs, they say nothing about their time.
    const documents = times.map((createdAt, at) => ({
      _id: `run-${9 - at}`,
      createdAt,
      status: 'PASS',
      accountId: 'acme',
    }));
    await runs.insertMany(documents as unknown as TestRunSummaryDocument[]);
  });
  afterAll(() => stores.stop());

  const search = (query: Partial<StaffRunQuery>) => {
    const { filter, order } = staffRunsOf({ accountId: null, ...query });
    return runs.find(filter).sort(order);
  };
  const plan = async (query: Partial<StaffRunQuery>) =>
    stagesOf((await search(query).explain()).queryPlanner.winningPlan);
  const range = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-03T23:59:59.999Z' };

  it('reads the runs of a date range, and no others, whatever their number', async () => {
    expect(await plan(range)).toEqual(['FETCH', 'IXSCAN createdAt_-1__id_-1']);
    expect(await plan({ to: range.to })).toEqual(['FETCH', 'IXSCAN createdAt_-1__id_-1']);
    expect(await plan({})).toEqual(['FETCH', 'IXSCAN createdAt_-1__id_-1']);
    expect((await search(range).toArray()).map(({ createdAt }) => createdAt.slice(0, 10))).toEqual([
      '2026-03-03',
      '2026-03-02',
    ]);
  });

  it('reads those with given statuses in order, without sorting them', async () => {
    for (const status of [['FAIL'], ['FAIL', 'RUNNING']]) {
      expect(await plan({ ...range, status })).toEqual(['FETCH', 'IXSCAN status_1_createdAt_-1__id_-1']);
    }
  });

  it('reads those of one account by the index of the account', async () => {
    const stages = await plan({ ...range, accountId: 'acme' as AccountId });
    expect(stages).toEqual(['FETCH', 'IXSCAN accountId_1__id_-1']);
  });
});
