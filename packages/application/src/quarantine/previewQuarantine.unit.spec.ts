import { type EnvironmentId, noTotals, type ProblemId, type TestId, type TestRunId } from '@assay/contract';
import type { QuarantinedResult, QuarantinedRun, QuarantineFacts } from '@assay/projections';
import { previewQuarantine } from './previewQuarantine.ts';

const hourMs = 3_600_000;
const start = Date.parse('2026-11-02T00:00:00Z');
const span = { start, end: start + 2 * 24 * hourMs };
const timeAt = (hour: number) => new Date(start + hour * hourMs).toISOString();

type Change = { runs?: Record<number, Partial<QuarantinedRun>>; results?: Record<number, Partial<QuarantinedResult>> };

/**
 * One test, one result an hour, each on a commit of its own. P and F: passed and failed. f: passed after it had failed.
 */
function factsOf(text: string, { runs = {}, results = {} }: Change = {}): QuarantineFacts {
  const letters = [...text];
  return {
    runs: letters.map((letter, hour) => ({
      testRunId: `run-${hour}` as TestRunId,
      number: hour,
      branch: 'main',
      environmentId: 'test' as EnvironmentId,
      commit: `c${hour}`,
      createdAt: timeAt(hour),
      settledAt: timeAt(hour + 0.1),
      endedAt: timeAt(hour + 0.5),
      verdict: letter === 'F' ? 'FAIL' : 'PASS',
      code: null,
      totals: letter === 'F' ? { ...noTotals, passed: 9, failed: 1 } : { ...noTotals, passed: 10 },
      copies: 1,
      ignoresQuarantine: false,
      isOutage: false,
      ...runs[hour],
    })),
    tests: [
      {
        testId: 'pays' as TestId,
        file: 'shop.spec.ts',
        name: 'pays',
        results: letters.map((letter, hour) => ({
          testRunId: `run-${hour}` as TestRunId,
          status: letter === 'F' ? 'FAIL' : 'PASS',
          flaky: letter === 'f',
          quarantined: false,
          failedCopies: 1,
          problemId: letter === 'F' ? ('late' as ProblemId) : null,
          ...results[hour],
        })),
      },
    ],
    knownFrom: null,
    unseenTests: 0,
    uncompared: 0,
  };
}
const previewOf = (text: string, change?: Change) => previewQuarantine(factsOf(text, change), span, 'UTC');
const sparedIn = (text: string, change?: Change) =>
  previewOf(text, change)
    .sparedRuns.map(({ run }) => run.number)
    .sort((a, b) => a - b);
const missedIn = (text: string, change?: Change) =>
  previewOf(text, change)
    .missedFailures.map(({ run, why }) => `${run.number} ${why}`)
    .sort();

describe('the preview of quarantine', () => {
  it('quarantines a flaky test at the end of the run that shows it, and spares later runs that only it failed', () => {
    const preview = previewOf('FPfPFP');
    expect(preview).toMatchObject({ runs: 6, failed: 2, spared: 1, missed: 0, quarantined: 1 });
    expect(preview.tests).toMatchObject([
      { testId: 'pays', quarantinedAt: timeAt(2.5), flakyIn: { number: 2 }, failures: 1, spared: 1, missed: 0 },
    ]);
    expect(sparedIn('FPfPFP')).toEqual([4]);
  });

  it('leaves out who was never flaky in a run, was quarantined in it, or whose run was canceled', () => {
    const none = { quarantined: 0, spared: 0 };
    expect(previewOf('PFPFPFPF')).toMatchObject(none);
    expect(previewOf('PfPF', { results: { 1: { quarantined: true } } })).toMatchObject(none);
    expect(previewOf('PfPF', { runs: { 1: { verdict: 'CANCELED' } } })).toMatchObject(none);
    expect(previewOf('PfPF', { runs: { 1: { verdict: 'CANCELED', copies: 2 } } })).toMatchObject({ quarantined: 1 });
  });

  it.each<[string, Partial<QuarantinedRun>]>([
    ['whose tests were settled before', { settledAt: timeAt(1.4) }],
    ['that ignores quarantine', { ignoresQuarantine: true }],
    ['that another test failed', { totals: { ...noTotals, failed: 2 } }],
    ['that something else failed', { code: 'install.failed' }],
    ['in which a test was not run', { totals: { ...noTotals, failed: 1, notRun: 1 } }],
    ['of which another copy failed', { copies: 2, totals: { ...noTotals, failed: 2 } }],
  ])('spares no run %s', (_, change) => {
    expect(sparedIn('PfFP')).toEqual([2]);
    expect(sparedIn('PfFP', { runs: { 2: change } })).toEqual([]);
  });

  it('counts the copies of a test that failed', () => {
    const runs = { 2: { copies: 2, totals: { ...noTotals, failed: 2 } } };
    expect(sparedIn('PfFP', { runs, results: { 2: { failedCopies: 2 } } })).toEqual([2]);
  });

  it('does not spare again what was quarantined already', () => {
    expect(sparedIn('PfFP', { results: { 2: { quarantined: true } } })).toEqual([]);
  });

  it('misses as many failures in a row as make a test broken, from the quarantine on', () => {
    expect(missedIn('fFFFFP', { results: { 2: { problemId: 'other' as ProblemId } } })).toEqual([]);
    expect(missedIn('fFFFFF')).toEqual([1, 2, 3, 4, 5].map((run) => `${run} BROKEN`));
    expect(missedIn('FFFfFFFFF')).toEqual([4, 5, 6, 7, 8].map((run) => `${run} BROKEN`));
  });

  it('misses failures with one error until another commit passed, and not those that come and go', () => {
    expect(missedIn('fPFFP')).toEqual(['2 FIXED', '3 FIXED']);
    expect(missedIn('fPFPF')).toEqual([]);
    expect(missedIn('fPFF')).toEqual([]);
    expect(missedIn('fPFFf')).toEqual([]);
    expect(missedIn('fPFFP', { runs: { 4: { commit: 'c3' } } })).toEqual([]);
    expect(missedIn('fPFFP', { runs: { 1: { commit: 'c2' } } })).toEqual([]);
    expect(missedIn('fPFFP', { results: { 3: { problemId: 'other' as ProblemId } } })).toEqual([]);
    expect(missedIn('fPFFP', { results: { 2: { problemId: null }, 3: { problemId: null } } })).toEqual([]);
  });

  it('judges each environment and branch by itself, without outages and canceled runs', () => {
    expect(missedIn('fFFFFF', { runs: { 3: { branch: 'change' } } })).toEqual([]);
    expect(missedIn('fFFFFF', { runs: { 3: { environmentId: 'live' as EnvironmentId } } })).toEqual([]);
    expect(missedIn('fFFFFF', { runs: { 3: { isOutage: true } } })).toEqual([]);
    expect(missedIn('fFFFFF', { runs: { 3: { verdict: 'CANCELED' } } })).toEqual([]);
  });

  it('adds up by day of the reader', () => {
    const { days } = previewOf(`f${'P'.repeat(23)}F`);
    expect(days.map(({ runs, failed, spared, quarantined }) => [runs, failed, spared, quarantined])).toEqual([
      [24, 0, 0, 1],
      [1, 1, 1, 0],
    ]);
    const berlin = previewQuarantine(factsOf(`${'P'.repeat(23)}f`), span, 'Europe/Berlin').days;
    expect(berlin.map(({ quarantined }) => quarantined)).toEqual([0, 1, 0]);
  });
});
