import { isFinished } from '@assay/contract';
import { type PlainRun, type PlainTry, plainRuns, plainTries } from '../../test/plainCounts.ts';
import {
  type SimulatedReadModels,
  simulatedHistory,
  startSimulatedReadModels,
} from '../../test/simulatedReadModels.ts';
import type { AccountReads } from '../readModels.ts';
import type { RecentQuery } from './findRecentForEnvironments.ts';

const days = 30;
const dayMs = 24 * 3_600_000;
const simulated = simulatedHistory(Date.parse('2026-10-10T00:00:00Z'), days);
const { start, web, mobile, payments } = simulated;
const timeOfDay = (day: number) => new Date(start + day * dayMs).toISOString();

describe('the cards of the dashboard after a month', () => {
  let shown: SimulatedReadModels;
  let mine: AccountReads;
  let runs: PlainRun[];
  let tries: PlainTry[];
  beforeAll(async () => {
    shown = await startSimulatedReadModels(simulated);
    mine = shown.openReads();
    runs = plainRuns(shown.events).toSorted((a, b) => (a.request.testRunId < b.request.testRunId ? 1 : -1));
    tries = plainTries(shown.events);
  });
  afterAll(() => shown.stop());

  /** What a card counts of a run, one result after the other. */
  function tallyOf({ request: { testRunId, upload }, status }: PlainRun) {
    const began = shown.events.find(({ type, data }) => type === 'TestRunStarted' && data.testRunId === testRunId);
    const { testCount = 0, quarantined = [] } = (began?.data ?? {}) as {
      testCount?: number;
      quarantined?: string[];
    };
    const own = tries.filter((one) => one.testRunId === testRunId && one.final && !one.quarantined);
    const counted = upload ? upload.testCount - upload.quarantinedCount : testCount - quarantined.length;
    const all = upload ? upload.testCount : testCount;
    const ran = tries.filter((one) => one.testRunId === testRunId && one.final).length;
    return {
      testCount: counted,
      passCount: own.filter((one) => one.status === 'PASS').length,
      failCount: own.filter((one) => one.status === 'FAIL').length,
      flakyCount: tries.filter((one) => one.testRunId === testRunId && one.flaky).length,
      remainingTests: isFinished(status) ? 0 : all - ran,
    };
  }

  /** The first failure since the last pass, of what ran there for the same project; all of it, whenever it was. */
  function sinceOf(run: PlainRun, among: readonly PlainRun[]) {
    const same = among.filter(
      ({ request }) =>
        request.projectId === run.request.projectId &&
        request.environmentId === run.request.environmentId &&
        request.testRunId <= run.request.testRunId,
    );
    const passed = same.find(({ status }) => status === 'PASS');
    const failed = same.filter(
      ({ status, request }) =>
        status === 'FAIL' &&
        request.testRunId > (passed?.request.testRunId ?? ('' as PlainRun['request']['testRunId'])),
    );
    return [failed.at(-1)?.request.testRunId, passed?.request.testRunId];
  }

  /** What the cards say, beside a plain look through the events of all runs. @returns the statuses of what they show */
  async function compare(query: RecentQuery, isWanted: (run: PlainRun) => boolean, isOfAnyDay = isWanted) {
    const { environments } = await mine.recentForEnvironments(query);
    const seen: string[] = [];
    for (const { environmentId, latest, recent, lastRunAt } of environments) {
      const here = runs.filter(({ request }) => request.environmentId === environmentId);
      const own = here.filter(isWanted);
      expect(lastRunAt).toBe(here[0]?.createdAt ?? null);
      const newest = own.slice(0, 10);
      expect(recent.map((run) => [run.id, run.number, run.status, run.calculatedDuration])).toEqual(
        newest.map(({ request, status, ms }) => [request.testRunId, request.number, status, ms]),
      );
      const verdicts = newest.filter(({ status }) => isFinished(status) && status !== 'CANCELED');
      const expected = own.filter(
        (run) =>
          !isFinished(run.status) ||
          verdicts.find(({ request }) => request.projectId === run.request.projectId) === run,
      );
      expect(latest.map(({ run }) => run.id)).toEqual(expected.map(({ request }) => request.testRunId));
      for (const [index, run] of expected.entries()) {
        expect(latest[index]?.run).toMatchObject({
          status: run.status,
          branch: run.request.branch,
          ...tallyOf(run),
        });
        const since = latest[index]?.failingSince;
        expect([since?.first.id, since?.lastPass?.id]).toEqual(
          run.status === 'FAIL' ? sinceOf(run, runs.filter(isOfAnyDay)) : [undefined, undefined],
        );
        seen.push(run.status);
      }
    }
    return seen;
  }

  const everyRun = () => true;

  it('say what the events say of every environment', async () => {
    const seen = await compare({}, everyRun);
    expect([...new Set(seen)].toSorted()).toEqual(['FAIL', 'PASS', 'RUNNING']);
  });

  it.each<[string, RecentQuery, (run: PlainRun) => boolean, ((run: PlainRun) => boolean)?]>([
    ['a project', { project: [mobile] }, ({ request }) => request.projectId === mobile],
    ['two projects', { project: [web, payments] }, ({ request }) => request.projectId !== mobile],
    ['a branch', { branch: ['main'] }, ({ request }) => request.branch === 'main'],
    ['a branch of one day', { branch: ['change-9'] }, ({ request }) => request.branch === 'change-9'],
    ['the last two days', { from: timeOfDay(days - 2) }, ({ createdAt }) => createdAt >= timeOfDay(days - 2), everyRun],
    [
      'a day with an outage',
      { project: [mobile], from: timeOfDay(9), to: timeOfDay(10) },
      ({ request, createdAt }) =>
        request.projectId === mobile && createdAt >= timeOfDay(9) && createdAt <= timeOfDay(10),
      ({ request }) => request.projectId === mobile,
    ],
    ['nothing', { branch: ['none'] }, () => false],
  ])('say what the events say of %s', async (_, ...asked) => {
    await compare(...asked);
  });

  it('say the same after a rebuild', async () => {
    const before = await mine.recentForEnvironments({});
    await shown.projector.rebuild('testRunSummaries');
    mine = shown.openReads();
    const after = await mine.recentForEnvironments({});
    expect(after.environments).toEqual(before.environments);
    await compare({}, everyRun);
  });
});
