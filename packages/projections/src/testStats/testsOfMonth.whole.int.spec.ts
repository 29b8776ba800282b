import { isFinished, type UnstableTest } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import { plainAttempts, plainResultCounts, plainRuns, plainTries, plainUsage, timeOf } from '../../test/plainCounts.ts';
import { plainBlocked, plainSpoken, plainUnstable } from '../../test/plainFlaky.ts';
import {
  type SimulatedReadModels,
  simulatedHistory,
  startSimulatedReadModels,
} from '../../test/simulatedReadModels.ts';
import type { AccountReads } from '../readModels.ts';
import type { PeriodsQuery } from '../runStats/foldRuns.ts';
import { everyRun } from '../runStats/runsQuery.ts';

const dayMs = 24 * 3_600_000;
const simulated = simulatedHistory(Date.parse('2026-10-10T00:00:00Z'), 30);
const { start } = simulated;
const end = start + simulated.days * dayMs;
const month: PeriodsQuery = { start, end, frequency: 'Daily', timeZone: 'UTC', ...everyRun };
const moments = [3.3, 9.55, 15.02, 24.71, 29.5].map((day) => ({ day, at: Math.round(start + day * dayMs) }));

describe('the tests of a month', () => {
  let shown: SimulatedReadModels;
  let mine: AccountReads;
  let events: RecordedEvent[];
  beforeAll(async () => {
    shown = await startSimulatedReadModels(simulated);
    ({ events } = shown);
    mine = shown.openReads();
  });
  afterAll(() => shown.stop());
  const until = (at: number) => events.filter((event) => timeOf(event) <= at);

  /** What is said of flaky tests, beside what a plain count over the events up to then says. */
  async function compareFlaky(query: PeriodsQuery, now: number): Promise<UnstableTest[]> {
    const { tests, periods, total, ...sums } = await mine.flakyTestInfo(query, new Date(now));
    const then = until(now);
    const spoken = plainSpoken(then);
    const flakyOf = (runs: typeof spoken.runs) =>
      runs.flatMap(({ tries }) => tries).filter(({ final, flaky }) => final && flaky).length;
    const again = spoken.runs.flatMap(({ tries }) => tries).filter(({ final }) => !final);
    expect(sums).toEqual({
      flaky: flakyOf(spoken.runs),
      retries: again.length,
      retryMs: again.reduce((sum, { durationMs }) => sum + durationMs, 0),
      runsBlocked: plainBlocked(
        spoken,
        tests.filter(({ state }) => state !== 'broken'),
      ).length,
      runs: plainRuns(then).filter(({ status }) => isFinished(status)).length,
      outages: spoken.outages.length,
    });
    expect(periods.map(({ flaky }) => flaky)).toEqual(
      periods.map(({ start: from, end: to }) =>
        flakyOf(spoken.runs.filter(({ run }) => run.createdAt >= from && run.createdAt < to)),
      ),
    );
    expect(total).toBe(tests.length);
    for (const test of tests) {
      expect(test).toMatchObject(plainUnstable(spoken, test, periods));
      // The lower end of the interval of Wilson: so far below the share as 1.96 of its standard errors there.
      const { seen, of, lowerBound } = test;
      expect(lowerBound).toBeLessThan(seen / of);
      expect((seen / of - lowerBound) ** 2).toBeCloseTo((1.96 ** 2 * lowerBound * (1 - lowerBound)) / of, 10);
    }
    return tests;
  }

  it('are as flaky as their events say, and cost as much', async () => {
    const tests = await compareFlaky(month, end);
    expect(new Set(tests.map(({ state, evidence }) => `${state} ${evidence}`))).toEqual(
      new Set(['flaky A', 'flaky B', 'recovering A', 'recovering B', 'broken null']),
    );
    expect(tests.some(({ retries, runsBlocked }) => retries > 0 && runsBlocked > 0)).toBe(true);
  });

  it.each(moments)('are as flaky as of day $day as the events up to then say', async ({ at }) => {
    const tests = await compareFlaky({ ...month, at }, at);
    expect(tests.length).toBeGreaterThan(0);
  });

  it.each(moments)('have as of day $day the results that the events up to then say', async ({ at }) => {
    const then = until(at);
    const { periods, all } = await mine.testInfo({ ...month, at });
    const attempts = plainAttempts(then, plainRuns(then));
    expect(all).toMatchObject(plainResultCounts(attempts));
    for (const period of periods) {
      expect(period).toMatchObject(plainResultCounts(attempts.filter(({ day }) => period.start.startsWith(day))));
    }
    expect(all.flaky).toBeGreaterThan(0);
  });

  it.each(moments)('were run as of day $day as the events up to then say', async ({ at }) => {
    const then = until(at);
    const runs = plainRuns(then);
    const usage = await mine.usage('UTC', new Date(at), at);
    expect(usage).toHaveLength(12);
    for (const { year, month: number, projects, start: from, end: to, ...counts } of usage) {
      const own = plainAttempts(then, runs).filter(({ day }) =>
        day.startsWith(`${year}-${String(number).padStart(2, '0')}`),
      );
      const created = runs.filter(({ createdAt }) => createdAt >= from && createdAt < to);
      expect(counts).toEqual(plainUsage(created, own));
      expect(projects.reduce((sum, { totalTests }) => sum + totalTests, 0)).toBe(counts.totalTests);
    }
    expect(usage.at(-1)?.testRuns).toBeGreaterThan(0);
  });

  it('have become slower as of a moment by as much as the medians of the results up to then say', async () => {
    const medianOf = (ms: number[]) => {
      const sorted = ms.toSorted((a, b) => a - b);
      const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
      return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
    };
    const found: number[] = [];
    for (let day = 15.5; day < simulated.days; day += 1) {
      const at = start + day * dayMs;
      const then = until(at);
      const { tests, total } = await mine.slowerTestInfo({ ...month, at });
      found.push(total);
      const { runs } = plainSpoken(then);
      for (const { projectId, testId, environmentId, nowMs, since } of tests) {
        const ms = runs
          .filter(({ run }) => run.request.environmentId === environmentId && run.request.projectId === projectId)
          .flatMap(({ tries }) => tries.filter((one) => one.testId === testId && one.status === 'PASS'))
          .map(({ durationMs }) => durationMs);
        // It is compared over the newest five, as long as it stays so.
        expect(nowMs).toBe(medianOf(ms.slice(-5)));
        expect(Date.parse(since)).toBeLessThan(at);
      }
    }
    expect(found.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(found.at(-1)).toBe(2);
  });

  it('know each attempt once', () => {
    const finals = plainTries(events).filter(({ final }) => final);
    expect(new Set(finals.map(({ testRunId, testId }) => `${testRunId} ${testId}`)).size).toBe(finals.length);
  });
});
