import type { AccountId, Position, TestRunId } from '@assay/contract';
import { noTotals } from '@assay/contract';
import { type StoresUnderTest, startStores } from '../../../../test/support/storesUnderTest.ts';
import type { Collections } from '../collections.ts';
import { openRuns } from './openRuns.ts';
import type { RunFacts, RunStatsDocument } from './runStats.ts';
import { everyRun } from './runsQuery.ts';

const [acme, globex] = ['acme' as AccountId, 'globex' as AccountId];
const hourMs = 3_600_000;
const day = { start: Date.parse('2026-10-10T00:00:00Z'), end: Date.parse('2026-10-11T00:00:00Z') };

describe('the rows of runs', () => {
  let stores: StoresUnderTest;
  let collections: Pick<Collections, 'runStats'>;
  let position = 0;
  beforeEach(async () => {
    stores = await startStores();
    collections = { runStats: stores.readModelDb.collection<RunStatsDocument>('runStats_v2') };
  });
  afterEach(() => stores.stop());

  const run = (id: string, createdAt: string, status: RunFacts['status'] = 'PASS'): RunFacts => ({
    testRunId: id as TestRunId,
    projectId: 'shop' as RunFacts['projectId'],
    environmentId: 'qa' as RunFacts['environmentId'],
    pipelineStageId: null,
    branch: 'main',
    commit: null,
    createdAt,
    startedAt: createdAt,
    endedAt: createdAt,
    status,
    testsKnown: true,
    durationMs: 1,
    isUpload: false,
    testCount: 1,
    totals: noTotals,
    retries: 0,
    retryMs: 0,
    earlier: [],
  });
  /** Each change of a document has a position of its own, as the projector gives it. */
  async function put(accountId: AccountId, at: number, ...runs: RunFacts[]): Promise<void> {
    const hour = new Date(day.start + at * hourMs).toISOString();
    position += 1;
    const document = { accountId, hour, runs, position: `p-${String(position).padStart(4, '0')}` as Position };
    await collections.runStats.replaceOne({ _id: `${accountId}.${hour}` }, document, { upsert: true });
  }
  const at = (hour: number, minute: number) => new Date(day.start + hour * hourMs + minute * 60_000).toISOString();

  it('are those of the hours as they are now, however often and in whatever part they were read before', async () => {
    await put(acme, 1, run('a', at(1, 5)));
    await put(acme, 2, run('b', at(2, 5)), run('c', at(2, 4)));
    await put(acme, 3, run('d', at(3, 5)));
    await put(globex, 2, run('theirs', at(2, 6)));
    const runs = openRuns();
    const read = async (span = day) => (await runs(collections, acme, { ...span, ...everyRun })).map(shown);
    const shown = ({ testRunId, status }: RunFacts) => `${testRunId} ${status}`;
    expect(await read({ start: day.start + 2 * hourMs, end: day.start + 3 * hourMs })).toEqual(['c PASS', 'b PASS']);
    expect(await read()).toEqual(['a PASS', 'c PASS', 'b PASS', 'd PASS']);
    expect(await read()).toEqual(['a PASS', 'c PASS', 'b PASS', 'd PASS']);

    // A verdict is overruled, a run is made in an hour of the past, another hour comes, and one is forgotten.
    await put(acme, 1, run('a', at(1, 5), 'FAIL'));
    await put(acme, 2, run('b', at(2, 5)), run('c', at(2, 4)), run('e', at(2, 6)));
    await put(acme, 5, run('f', at(5, 5)));
    await collections.runStats.deleteOne({ accountId: acme, hour: at(3, 0) });
    expect(await read()).toEqual(['a FAIL', 'c PASS', 'b PASS', 'e PASS', 'f PASS']);
    expect((await openRuns()(collections, acme, { ...day, ...everyRun })).map(shown)).toEqual(await read());
    // A rebuilt read model is another collection.
    const rebuilt = { runStats: stores.readModelDb.collection<RunStatsDocument>('runStats_v3') };
    expect(await runs(rebuilt, acme, { ...day, ...everyRun })).toEqual([]);
  });

  it('are decoded again only from the first hour that has changed to the last', async () => {
    for (let hour = 0; hour < 20; hour++) await put(acme, hour, run(`run-${hour}`, at(hour, 5)));
    const asked: unknown[] = [];
    const { runStats: real } = collections;
    const runStats: typeof real = Object.create(real, {
      find: {
        value: (filter: object, options?: { projection?: object }) => {
          if (options?.projection === undefined) asked.push(filter);
          return real.find(filter, options);
        },
      },
    });
    const runs = openRuns();
    const read = () => runs({ runStats }, acme, { ...day, ...everyRun });
    expect(await read()).toHaveLength(20);
    expect(asked).toEqual([{ accountId: acme, hour: { $gte: at(0, 0), $lte: at(19, 0) } }]);
    expect(await read()).toHaveLength(20);
    expect(asked).toHaveLength(1);
    await put(acme, 18, run('run-18', at(18, 5)), run('new', at(18, 6)));
    expect(await read()).toHaveLength(21);
    expect(asked.slice(1)).toEqual([{ accountId: acme, hour: { $gte: at(18, 0), $lte: at(18, 0) } }]);
  });
});
