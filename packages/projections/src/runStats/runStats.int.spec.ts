import { type Frequency, isFinished, type TestRunCounts, type TestRunStatus, type Totals } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';
import { acme, type StoresUnderTest, startStores } from '../../../../test/support/storesUnderTest.ts';
import { caughtUp, everyEvent, type RunningProjector, runProjector } from '../../test/readModelsUnderTest.ts';
import { simulated, simulateMonth } from '../../test/simulatedMonth.ts';
import { type AccountReads, openReadModels } from '../readModels.ts';
import type { PeriodsQuery } from './runStatsReads.ts';

/** A run as its own events leave it, looked up one by one: nothing is kept, and nothing is added up on the way. */
type PlainRun = { request: TestRunCreated; createdAt: string; status: TestRunStatus; knew: boolean; ms: number | null };

function plainRuns(events: readonly RecordedEvent[]): PlainRun[] {
  return events.flatMap((creation) => {
    if (creation.type !== 'TestRunCreated') return [];
    const own = events.filter(({ stream }) => stream === creation.stream);
    const last = own.findLast(({ type }) =>
      ['TestRunFinished', 'TestRunCanceled', 'TestRunStatusSet', 'UploadResumed'].includes(type),
    );
    const end = own.findLast(({ type }) => type === 'TestRunFinished' || type === 'TestRunCanceled');
    const setUp = own.find(({ type }) => type === 'TestRunSetupStarted');
    const { upload } = creation.data;
    let status: TestRunStatus = 'RUNNING';
    if (last?.type === 'TestRunFinished') status = last.data.status;
    else if (last?.type === 'TestRunCanceled') status = 'CANCELED';
    else if (last?.type === 'TestRunStatusSet') status = last.data.to;
    const totals = end && 'totals' in end.data ? (end.data.totals as Totals) : null;
    const elapsed = end && setUp ? timeOf(end) - timeOf(setUp) : null;
    return {
      request: creation.data,
      createdAt: creation.envelope.occurredAt,
      status,
      knew: upload !== null || own.some(({ type }) => type === 'TestRunStarted'),
      ms: upload ? (totals?.durationMs ?? 0) + (totals?.quarantinedDurationMs ?? 0) : elapsed,
    };
  });
}

function timeOf({ envelope }: RecordedEvent): number {
  return Date.parse(envelope.occurredAt);
}

function plainCounts(runs: readonly PlainRun[]): TestRunCounts {
  const how = (is: (run: PlainRun) => boolean) => runs.filter(is).length;
  const ms = runs
    .filter(({ status, knew }) => status === 'PASS' || (status === 'FAIL' && knew))
    .map((run) => run.ms ?? Number.NaN)
    .sort((a, b) => a - b);
  const atLeast = (share: number) => ms.find((_, index) => index + 1 >= share * ms.length) ?? null;
  return {
    runs: how(({ status }) => isFinished(status)),
    passed: how(({ status }) => status === 'PASS'),
    failed: how(({ status, knew }) => status === 'FAIL' && knew),
    setupFailed: how(({ status, knew }) => status === 'FAIL' && !knew),
    canceled: how(({ status }) => status === 'CANCELED'),
    unfinished: how(({ status }) => !isFinished(status)),
    p50Ms: atLeast(0.5),
    p95Ms: atLeast(0.95),
  };
}

const { start, end } = simulated;
const noFilter = { environment: undefined, project: undefined, branch: undefined, pipelineStage: undefined };
const month: PeriodsQuery = { start, end, frequency: 'Daily', timeZone: 'UTC', ...noFilter };

describe('the statistics of a month', () => {
  let stores: StoresUnderTest;
  let projector: RunningProjector;
  let mine: AccountReads;
  let runs: PlainRun[];
  beforeAll(async () => {
    stores = await startStores();
    projector = await runProjector(stores);
    await simulateMonth(stores.eventLog);
    await caughtUp(stores, projector);
    mine = openReads();
    runs = plainRuns(await everyEvent(stores));
  });
  afterAll(async () => {
    await projector.stop();
    await stores.stop();
  });

  const openReads = () => openReadModels({ db: stores.readModelDb, epoch: stores.eventLog.epoch }).of(acme);

  /** What they say, beside what a plain count over the events says of the same periods. */
  async function compare(query: PeriodsQuery, isWanted: (request: TestRunCreated) => boolean = () => true) {
    const { periods, all } = await mine.testRunInfo(query);
    const wanted = runs.filter(({ request, createdAt }) => {
      const at = Date.parse(createdAt);
      return isWanted(request) && at >= query.start && at < query.end;
    });
    const within = (from: string, to: string) => wanted.filter(({ createdAt }) => createdAt >= from && createdAt < to);
    expect(periods).toEqual(
      periods.map((period) => ({
        start: period.start,
        end: period.end,
        ...plainCounts(within(period.start, period.end)),
      })),
    );
    expect(all).toEqual(plainCounts(wanted));
    return all;
  }

  const spans: [Frequency, string, number, number][] = [
    ['Daily', 'UTC', start, end],
    ['Daily', 'Asia/Kolkata', start - 5.5 * 3_600_000, end],
    ['Weekly', 'Europe/Berlin', start, end],
    ['Monthly', 'America/New_York', start - 60 * 24 * 3_600_000, end],
    ['Hourly', 'UTC', end - 24 * 3_600_000, end],
  ];
  it.each(spans)('are those of the events, %s in %s', async (frequency, timeZone, from, to) => {
    const all = await compare({ ...month, frequency, timeZone, start: from, end: to });
    expect(all.runs).toBeGreaterThan(0);
  });

  it('are about every kind of run', async () => {
    const { p50Ms, p95Ms, ...counts } = await compare(month);
    expect(counts).toEqual({ runs: 270, passed: 142, failed: 111, setupFailed: 11, canceled: 6, unfinished: 1 });
    expect(p95Ms).toBeGreaterThan(p50Ms ?? Number.NaN);
  });

  it.each<[string, Partial<PeriodsQuery>, (request: TestRunCreated) => boolean]>([
    ['a project', { project: [simulated.mobile] }, ({ projectId }) => projectId === simulated.mobile],
    [
      'two projects',
      { project: [simulated.mobile, simulated.web] },
      ({ projectId }) => projectId !== simulated.payments,
    ],
    [
      'an environment',
      { environment: [simulated.production] },
      ({ environmentId }) => environmentId === simulated.production,
    ],
    ['a branch', { branch: ['main'] }, ({ branch }) => branch === 'main'],
    ['a stage', { pipelineStage: [simulated.stage] }, ({ pipelineStageId }) => pipelineStageId === simulated.stage],
    [
      'a project and a branch',
      { project: [simulated.web], branch: ['main'] },
      ({ projectId, branch }) => projectId === simulated.web && branch === 'main',
    ],
  ])('of %s are those of its runs', async (_, filter, isWanted) => {
    const all = await compare({ ...month, ...filter }, isWanted);
    expect(all.runs).toBeGreaterThan(0);
    expect(all.runs).toBeLessThan(runs.length - 1);
  });

  it('of what has no runs are zeros and no durations', async () => {
    expect(await compare({ ...month, project: ['none'] }, () => false)).toMatchObject({ runs: 0, p50Ms: null });
  });

  it('are the same after a rebuild', async () => {
    const before = await mine.testRunInfo(month);
    await projector.rebuild('runStats');
    mine = openReads();
    expect(await mine.testRunInfo(month)).toEqual(before);
    await compare(month);
  });
});
