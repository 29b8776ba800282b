import { isFinished, type Position } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import { documentsOf } from '../../test/eventOf.ts';
import {
  type SimulatedReadModels,
  simulatedHistory,
  startSimulatedReadModels,
} from '../../test/simulatedReadModels.ts';
import type { AccountReads } from '../readModels.ts';
import { countsOf } from './runCounts.ts';
import { type TestRunSummaryDocument, testRunSummaries } from './testRunSummaries.ts';

const dayMs = 24 * 3_600_000;
const days = 12;
const simulated = simulatedHistory(Date.now() - days * dayMs, days);
const lastMoment = simulated.start + days * dayMs;

describe('how environments stood', () => {
  let shown: SimulatedReadModels;
  let mine: AccountReads;
  let events: RecordedEvent[];
  beforeAll(async () => {
    shown = await startSimulatedReadModels(simulated);
    ({ events } = shown);
    // Environments are as old as their runs.
    const { environments } = await shown.collections();
    await environments.updateMany({}, { $set: { createdAt: new Date(simulated.start).toISOString() } });
    mine = shown.openReads();
  });
  afterAll(() => shown.stop());

  /** All runs as the events up to a moment make them, newest first: nothing of what came later is known. */
  function foldedAt(at: string) {
    const before = events.filter(({ envelope }) => envelope.occurredAt <= at);
    const documents = [...documentsOf(testRunSummaries, before)];
    const position = events[0]?.position ?? ('' as Position);
    const runs = documents.map(([id, run]): TestRunSummaryDocument => ({ ...run, _id: id, position }));
    return runs.sort((a, b) => (a.testRunId < b.testRunId ? 1 : -1));
  }

  async function compare(moment: number) {
    const at = new Date(moment).toISOString();
    const folded = foldedAt(at);
    const { environments } = await mine.recentForEnvironments({}, moment);
    const seen: string[] = [];
    for (const { environmentId, latest, recent, lastRunAt } of environments) {
      const own = folded.filter((run) => run.environmentId === environmentId);
      expect(recent.map(({ id, status }) => [id, status])).toEqual(
        own.slice(0, 10).map(({ testRunId, status }) => [testRunId, status]),
      );
      expect(lastRunAt).toBe(own[0]?.createdAt ?? null);
      const open = own.filter(({ status }) => !isFinished(status)).map(({ testRunId }) => testRunId);
      expect(latest.filter(({ run }) => !isFinished(run.status)).map(({ run }) => run.id)).toEqual(open);
      for (const { run, failingSince, countsUnknown = false } of latest) {
        const then = own.find(({ testRunId }) => testRunId === run.id);
        if (!then) throw new Error(`${run.id} was not there`);
        expect([run.status, run.startTime, run.endTime]).toEqual([then.status, then.startTime, then.endTime]);
        seen.push(countsUnknown ? `${run.status}, counts unknown` : run.status);
        if (!countsUnknown) {
          expect(run).toMatchObject({
            calculatedDuration: then.durationMs,
            passCount: countsOf(then).passCount,
            failCount: countsOf(then).failCount,
            testCount: countsOf(then).testCount,
            flakyCount: countsOf(then).flakyCount,
          });
        }
        if (run.status !== 'FAIL') {
          expect(failingSince).toBeNull();
          continue;
        }
        const same = own.filter(({ testRunId, projectId }) => testRunId <= run.id && projectId === then.projectId);
        const pass = same.find(({ status }) => status === 'PASS');
        const first = same.findLast(
          ({ status, testRunId }) => status === 'FAIL' && testRunId > (pass?.testRunId ?? ''),
        );
        expect([failingSince?.first.id, failingSince?.lastPass?.id]).toEqual([first?.testRunId, pass?.testRunId]);
      }
    }
    return seen;
  }

  it('is what the events up to then say, at any moment', async () => {
    const created = events.filter(({ type }) => type === 'TestRunCreated');
    const seen: string[] = [];
    for (const { envelope } of created.filter((_, index) => index % 5 === 0)) {
      // While it waits, while its tests run, and when it is over.
      for (const laterMs of [1_000, 6_000, 26_000, 90_000]) {
        seen.push(...(await compare(Date.parse(envelope.occurredAt) + laterMs)));
      }
    }
    expect([...new Set(seen)]).toEqual(
      expect.arrayContaining([
        'QUEUED, counts unknown',
        'SETUP, counts unknown',
        'RUNNING, counts unknown',
        'PASS',
        'FAIL',
      ]),
    );
  });

  it('is what is known now once everything has happened', async () => {
    const now = await mine.recentForEnvironments({});
    const then = await mine.recentForEnvironments({}, lastMoment + dayMs);
    const plain = ({ environments }: typeof now) =>
      environments.map(({ environmentId, recent, lastRunAt, latest }) => ({
        environmentId,
        recent,
        lastRunAt,
        latest: latest.map(({ run, failingSince }) => [run.id, run.status, run.endTime, failingSince]),
      }));
    expect(plain(then)).toEqual(plain(now));
  });

  it('is nothing before there was anything', async () => {
    expect((await mine.recentForEnvironments({}, simulated.start - dayMs)).environments).toEqual([]);
    const { environments } = await mine.recentForEnvironments({ project: ['none'] }, lastMoment);
    expect(environments.flatMap(({ latest, recent }) => [...latest, ...recent])).toEqual([]);
  });
});
