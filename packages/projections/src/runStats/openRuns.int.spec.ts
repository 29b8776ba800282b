import type { AccountId, Position, TestRunId } from '@assay/contract';
import { noTotals } from '@assay/contract';
import { type StoresUnderTest, startStores } from '../../../../test/support/storesUnderTest.ts';
import type { Collections } from '../collections.ts';
import { openRuns } from './openRuns.ts';
import { packRun } from './packedRuns.ts';
import { dayIdOf, type RunDayDocument } from './runDays.ts';
import type { RunFacts } from './runFacts.ts';
import { hourIdOf, hourOf } from './runHours.ts';
import type { RunStatsDocument } from './runStats.ts';
import { everyRun } from './runsQuery.ts';

const [acme, globex] = ['acme' as AccountId, 'globex' as AccountId];
const hourMs = 3_600_000;
const day = { start: Date.parse('2026-10-10T00:00:00Z'), end: Date.parse('2026-10-11T00:00:00Z') };

describe.each([
  { which: 'as they are written', hasDays: true, packed: true },
  { which: 'of version 3, of objects', hasDays: true, packed: false },
  { which: 'of version 2, without days', hasDays: false, packed: false },
])('the rows of runs $which', ({ hasDays, packed }) => {
  let stores: StoresUnderTest;
  let collections: Pick<Collections, 'runStats'>;
  let position = 0;
  let positions: Map<AccountId, RunDayDocument['positions']>;
  beforeEach(async () => {
    stores = await startStores();
    collections = { runStats: stores.readModelDb.collection<RunStatsDocument>('runStats_live') };
    positions = new Map();
  });
  afterEach(() => stores.stop());

  const run = (id: string, createdAt: string, status: RunFacts['status'] = 'PASS'): RunFacts => ({
    testRunId: id as TestRunId,
    projectId: 'shop' as RunFacts['projectId'],
    environmentId: 'qa' as RunFacts['environmentId'],
    pipelineStageId: null,
    branch: 'main',
    commit: null,
    leg: '',
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
  const nextPosition = () => {
    position += 1;
    return `p-${String(position).padStart(4, '0')}` as Position;
  };
  async function putHour(accountId: AccountId, at: number, position: Position, ...runs: RunFacts[]): Promise<void> {
    const hour = hourOf(day.start + at * hourMs);
    const rows = packed ? runs.map(packRun) : runs;
    const document = { accountId, hour, runs: rows as string[], position };
    await collections.runStats.replaceOne({ _id: hourIdOf(accountId, hour) }, document, { upsert: true });
  }
  async function putDay(accountId: AccountId, at: number, position: Position): Promise<void> {
    if (!hasDays) return;
    const before = positions.get(accountId) ?? Array.from({ length: 24 }, () => null);
    const next = before.with(at, position);
    positions.set(accountId, next);
    const document = { accountId, day: '2026-10-10', positions: next, position };
    await collections.runStats.replaceOne({ _id: dayIdOf(accountId, '2026-10-10') }, document, { upsert: true });
  }
  async function put(accountId: AccountId, at: number, ...runs: RunFacts[]): Promise<void> {
    const position = nextPosition();
    await putHour(accountId, at, position, ...runs);
    await putDay(accountId, at, position);
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

    // A verdict is overruled, a run is made in an hour of the past, and another hour comes.
    await put(acme, 1, run('a', at(1, 5), 'FAIL'));
    await put(acme, 2, run('b', at(2, 5)), run('c', at(2, 4)), run('e', at(2, 6)));
    await put(acme, 5, run('f', at(5, 5)));
    expect(await read()).toEqual(['a FAIL', 'c PASS', 'b PASS', 'e PASS', 'd PASS', 'f PASS']);
    expect((await openRuns()(collections, acme, { ...day, ...everyRun })).map(shown)).toEqual(await read());
    // A rebuilt read model is another collection.
    const rebuilt = { runStats: stores.readModelDb.collection<RunStatsDocument>('runStats_rebuilt') };
    expect(await runs(rebuilt, acme, { ...day, ...everyRun })).toEqual([]);
  });

  it('are those of an hour as soon as it is written, before its day or after it', async () => {
    await put(acme, 1, run('a', at(1, 5), 'RUNNING'));
    const runs = openRuns();
    const read = async () => (await runs(collections, acme, { ...day, ...everyRun })).map(({ status }) => status);
    expect(await read()).toEqual(['RUNNING']);
    const first = nextPosition();
    await putDay(acme, 1, first);
    expect(await read()).toEqual(['RUNNING']);
    await putHour(acme, 1, first, run('a', at(1, 5), 'FAIL'));
    expect(await read()).toEqual(['FAIL']);
    const second = nextPosition();
    await putHour(acme, 1, second, run('a', at(1, 5), 'PASS'));
    await putDay(acme, 1, second);
    expect(await read()).toEqual(['PASS']);
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
