import type { ProjectId } from '@assay/contract';
import { plainTries } from '../../../projections/test/plainCounts.ts';
import {
  type SimulatedReadModels,
  simulatedHistory,
  startSimulatedReadModels,
} from '../../../projections/test/simulatedReadModels.ts';
import { previewFlakyRules } from './previewFlakyRules.ts';

const dayMs = 24 * 3_600_000;
const simulated = simulatedHistory(Date.parse('2026-10-10T00:00:00Z'), 30);
const end = simulated.start + simulated.days * dayMs;
const month = { start: simulated.start, end };
const patient = new AbortController().signal;

describe('rules for flaky tests, tried on a simulated month', () => {
  let shown: SimulatedReadModels;
  let reads: ReturnType<SimulatedReadModels['openReads']>;
  beforeAll(async () => {
    shown = await startSimulatedReadModels(simulated);
    reads = shown.openReads();
  });
  afterAll(() => shown.stop());

  async function factsOf(projectId: ProjectId, changes = {}, span = month) {
    const facts = await reads.flakyRulesFacts(projectId, span, changes, patient);
    if (!facts) throw new Error(`there is no project ${projectId}`);
    return facts;
  }

  /** The tests that the live call names flaky or recovering, asked for as of a moment. */
  async function flakyAt(projectId: ProjectId, at: number): Promise<Set<string>> {
    const query = {
      start: at - 30 * dayMs,
      end: at,
      at,
      frequency: 'Monthly' as const,
      timeZone: 'UTC',
      project: [projectId],
      environment: undefined,
      branch: undefined,
      pipelineStage: undefined,
    };
    const { tests } = await reads.flakyTestInfo(query, new Date(at));
    return new Set(tests.filter(({ state }) => state !== 'broken').map(({ testId }) => testId));
  }

  it.each([
    ['that retries', simulated.web],
    ['that does not', simulated.mobile],
    ['that uploads', simulated.payments],
  ])(
    'spare the runs whose failures were all flaky, as was said when they began, of a team %s',
    async (_, projectId) => {
      const facts = await factsOf(projectId);
      const preview = previewFlakyRules(facts, month);
      const tries = plainTries(shown.events).filter(({ final, status }) => final && status === 'FAIL');
      const spared: number[] = [];
      for (const { testRunId, verdict, code, settledAt, number } of facts.runs) {
        const failed = tries.filter((one) => one.testRunId === testRunId && !one.quarantined);
        if (verdict !== 'FAIL' || code !== null || failed.length === 0) continue;
        const flaky = await flakyAt(projectId, Date.parse(settledAt));
        if (failed.every(({ testId }) => flaky.has(testId))) spared.push(number);
      }
      expect(preview.sparedRuns.map(({ run }) => run.number).sort((a, b) => a - b)).toEqual(
        spared.sort((a, b) => a - b),
      );
      expect(preview.now).toEqual(preview.tried);
      expect(preview.now.spared).toBe(spared.length);
      expect(preview.sparedRuns.every(({ by }) => by === 'BOTH')).toBe(true);
      expect(preview).toMatchObject({ unseenTests: 0, uncompared: 0 });
    },
  );

  it('find tests flaky as long as the live call does', async () => {
    const { tests } = previewFlakyRules(await factsOf(simulated.web), month);
    expect(tests.length).toBeGreaterThan(1);
    const atTheEnd = await flakyAt(simulated.web, end);
    expect(
      tests
        .filter(({ now }) => now?.until === null)
        .map(({ testId }) => testId)
        .sort(),
    ).toEqual([...atTheEnd].sort());
    for (const { testId, now } of tests) {
      const since = Date.parse(now?.since ?? '');
      expect([testId, (await flakyAt(simulated.web, since)).has(testId)]).toEqual([testId, true]);
      expect([testId, (await flakyAt(simulated.web, since - 1)).has(testId)]).toEqual([testId, false]);
    }
  });

  it('tell apart what only one of both does', async () => {
    const rules = { sameCommitDays: 1, flips: 50, flipResults: 100, recoveryDays: 1, quietDays: 1 };
    const preview = previewFlakyRules(await factsOf(simulated.web, rules), month);
    const { now, tried, tests, sparedRuns, missedFailures } = preview;
    expect(preview.rules.tried).toEqual({ ...preview.rules.now, ...rules });
    expect(tried.spared).toBeLessThan(now.spared);
    expect(sparedRuns.filter(({ by }) => by !== 'TRIED')).toHaveLength(now.spared);
    expect(sparedRuns.filter(({ by }) => by !== 'NOW')).toHaveLength(tried.spared);
    expect(missedFailures.filter(({ by }) => by !== 'TRIED')).toHaveLength(now.missed);
    expect(missedFailures.filter(({ by }) => by !== 'NOW')).toHaveLength(tried.missed);
    expect(sparedRuns[0]?.by).toBe('NOW');
    expect(tests.filter((test) => test.now !== null)).toHaveLength(now.found);
    expect(tests.filter((test) => test.tried !== null)).toHaveLength(tried.found);
    const daysOf = (which: 'now' | 'tried') => tests.reduce((sum, test) => sum + (test[which]?.days ?? 0), 0);
    expect(daysOf('tried')).toBeLessThan(daysOf('now'));
  });

  it('are tried on a part of the time by what was known before it', async () => {
    const span = { start: end - 10 * dayMs, end };
    const facts = await factsOf(simulated.web, {}, span);
    const { runs, sparedRuns } = previewFlakyRules(facts, span);
    const whole = previewFlakyRules(await factsOf(simulated.web), month);
    const since = new Date(span.start).toISOString();
    expect(runs).toBeLessThan(whole.runs);
    expect(sparedRuns.map(({ run }) => run.number)).toEqual(
      whole.sparedRuns.flatMap(({ run }) => (run.createdAt >= since ? [run.number] : [])),
    );
  });

  it('are tried no further when whoever asked has gone', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(reads.flakyRulesFacts(simulated.web, month, {}, gone)).rejects.toThrow('gone');
  });
});
