import type { Frequency } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';
import { acme } from '../../../../test/support/storesUnderTest.ts';
import {
  type PlainRun,
  plainAttempts,
  plainCounts,
  plainResultCounts,
  plainRuns,
  plainUsage,
  timeOf,
} from '../../test/plainCounts.ts';
import {
  type SimulatedReadModels,
  simulatedHistory,
  startSimulatedReadModels,
} from '../../test/simulatedReadModels.ts';
import type { AccountReads } from '../readModels.ts';
import type { PeriodsQuery } from './foldRuns.ts';
import { openRunColumns, openRuns } from './openRuns.ts';
import { openTestingMinutes } from './testingMinutes.ts';

const simulated = simulatedHistory(Date.parse('2026-10-10T00:00:00Z'), 30);
const { start } = simulated;
const end = start + simulated.days * 24 * 3_600_000;
const noFilter = { environment: undefined, project: undefined, branch: undefined, pipelineStage: undefined };
const month: PeriodsQuery = { start, end, frequency: 'Daily', timeZone: 'UTC', ...noFilter };

describe('the statistics of a month', () => {
  let shown: SimulatedReadModels;
  let mine: AccountReads;
  let events: RecordedEvent[];
  let runs: PlainRun[];
  beforeAll(async () => {
    shown = await startSimulatedReadModels(simulated);
    ({ events } = shown);
    mine = shown.openReads();
    runs = plainRuns(events);
  });
  afterAll(() => shown.stop());

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
    expect(counts).toEqual({
      runs: 270,
      passed: 132,
      failed: 124,
      setupFailed: 4,
      inconclusive: 0,
      canceled: 10,
      unfinished: 1,
    });
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

  it.each([3.3, 9.55, 15.02, 24.71])('as of day %f are those of the events up to then', async (day) => {
    const at = Math.round(start + day * 24 * 3_600_000);
    const then = plainRuns(events.filter((event) => timeOf(event) <= at));
    const { periods, all } = await mine.testRunInfo({ ...month, at });
    expect(all).toEqual(plainCounts(then));
    for (const { start: from, end: to, ...counts } of periods) {
      expect(counts).toEqual(plainCounts(then.filter(({ createdAt }) => createdAt >= from && createdAt < to)));
    }
  });

  it('as of runs in progress, and of verdicts that were overruled later, are those of the events up to then', async () => {
    const moments = [
      ...runs.filter((_, index) => index % 9 === 0).map(({ createdAt }) => Date.parse(createdAt) + 6_000),
      ...events.filter(({ type }) => type === 'TestRunStatusSet').map((event) => timeOf(event) - 1),
      ...events.filter(({ type }) => type === 'UploadResumed').map(timeOf),
    ];
    for (const at of moments) {
      const then = plainRuns(events.filter((event) => timeOf(event) <= at));
      const { all } = await mine.testRunInfo({ ...month, at });
      expect([at, all]).toEqual([at, plainCounts(then)]);
    }
    expect(moments.length).toBeGreaterThan(40);
  });

  it('of what has no runs are zeros and no durations', async () => {
    expect(await compare({ ...month, project: ['none'] }, () => false)).toMatchObject({ runs: 0, p50Ms: null });
  });

  it('count the results of tests as the events do', async () => {
    const { periods, all } = await mine.testInfo(month);
    const attempts = plainAttempts(events, runs);
    expect(all).toMatchObject(plainResultCounts(attempts));
    for (const period of periods) {
      expect(period).toMatchObject(plainResultCounts(attempts.filter(({ day }) => period.start.startsWith(day))));
    }
    expect(all.flaky).toBeGreaterThan(10);
    expect(all.results).toBe(all.passed + all.failed + all.ignored + all.notRun);
    expect(all.quarantined).toBeGreaterThan(10);
  });

  it('tell what was run in each month, in all and by project', async () => {
    const usage = await mine.usage('UTC', new Date(end));
    const attempts = plainAttempts(events, runs);
    expect(usage).toHaveLength(12);
    for (const { year, month: number, projects, start: from, end: to, ...counts } of usage) {
      const own = attempts.filter(({ day }) => day.startsWith(`${year}-${String(number).padStart(2, '0')}`));
      const created = runs.filter(({ createdAt }) => createdAt >= from && createdAt < to);
      expect(counts).toEqual(plainUsage(created, own));
      expect(projects.reduce((sum, { totalTests }) => sum + totalTests, 0)).toBe(counts.totalTests);
    }
    expect(usage.some(({ testRuns }) => testRuns > 100)).toBe(true);
  });

  it('say how many minutes were tested this month, which are kept for a minute where counting is slow', async () => {
    const collections = await shown.collections();
    // Each look at this clock takes a second, as counting very many runs does.
    let now = end - 30_000;
    const read = openTestingMinutes(openRunColumns(openRuns()), { now: () => (now += 1_000) });
    const ofMonth = (await mine.usage('UTC', new Date(now))).at(-1)?.totalTestingTime ?? Number.NaN;
    const minutes = Math.floor(ofMonth / 60_000);
    expect(minutes).toBeGreaterThan(0);
    expect(await read(collections, acme)).toBe(minutes);
    // The month is over, and what was counted is kept.
    now += 50_000;
    expect(await read(collections, acme)).toBe(minutes);
    expect(now).toBeGreaterThan(end);
    now += 62 * 24 * 3_600_000;
    expect(await read(collections, acme)).toBe(0);
  });

  it('tell flaky tests from regressions, broken ones and outages', async () => {
    const { tests, outages, flaky, periods, total } = await mine.flakyTestInfo(month, new Date(end));
    const judged = tests.map(({ testId, state, evidence }) => [testId, state, evidence].join(' '));
    expect(judged.toSorted()).toEqual([
      'applies-a-voucher flaky A',
      'keeps-a-session flaky B',
      'keeps-the-basket recovering A',
      'reads-the-old-format broken ',
      'ships recovering B',
    ]);
    // Quarantined results block nothing.
    expect(tests.map(({ testId, runsBlocked }) => [testId, runsBlocked > 0])).toContainEqual(['ships', false]);
    expect(total).toBe(tests.length);
    expect(outages).toBeGreaterThan(0);
    expect(periods.reduce((sum, period) => sum + period.flaky, 0)).toBe(flaky);
    expect(tests.map(({ lowerBound }) => lowerBound)).toEqual(
      tests.map(({ lowerBound }) => lowerBound).toSorted((a, b) => b - a),
    );
  });

  it('name the test that is slower in both environments, from the medians before and after', async () => {
    const { tests, total } = await mine.slowerTestInfo(month);
    expect(total).toBe(2);
    for (const { testId, beforeMs, nowMs, since } of tests) {
      expect(testId).toBe('exports');
      expect([Math.round(beforeMs / 100), Math.round(nowMs / 100)]).toEqual([10, 19]);
      expect(Date.parse(since)).toBeGreaterThanOrEqual(start + 20 * 24 * 3_600_000);
    }
    expect(await mine.slowerTestInfo({ ...month, project: [simulated.web] })).toEqual({ tests: [], total: 0 });
    expect(await mine.slowerTestInfo({ ...month, end: start + 20 * 24 * 3_600_000 })).toEqual({ tests: [], total: 0 });
  });

  it('show what has become slower, recovered or idle, and in the first week which tests are flaky', async () => {
    const toldAt = async (at: number) => {
      const told = await shown.openReads().insights(new Date(at));
      return told.map(({ type, subject }) => `${type} ${subject}`).toSorted();
    };
    const { web, payments, test, production } = simulated;
    expect(await toldAt(end)).toEqual([
      `IDLE_QUARANTINE ${web}.prints-a-receipt`,
      `RECOVERED ${web}.keeps-the-basket`,
      `RECOVERED ${web}.ships`,
      `SLOWER ${payments}.exports ${production}`,
      `SLOWER ${payments}.exports ${test}`,
      'SLOW_START ',
    ]);
    expect(await toldAt(start + 6 * 24 * 3_600_000)).toEqual([
      `NEW_FLAKY ${web}.applies-a-voucher`,
      `NEW_FLAKY ${web}.keeps-the-basket`,
    ]);
  });

  it('are the same after a rebuild', async () => {
    const everything = async () => [
      await mine.testRunInfo(month),
      await mine.testInfo(month),
      await mine.flakyTestInfo(month, new Date(end)),
      await mine.usage('UTC', new Date(end)),
      await mine.slowerTestInfo(month),
      await mine.insights(new Date(end)),
    ];
    const before = await everything();
    for (const name of ['runStats', 'testStats']) await shown.projector.rebuild(name);
    mine = shown.openReads();
    expect(await everything()).toEqual(before);
    await compare(month);
  });
});
