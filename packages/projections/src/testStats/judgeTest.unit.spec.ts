import {
  type EnvironmentId,
  type FlakyRules,
  noTotals,
  type ProjectId,
  type TestRunId,
  type Totals,
  usualFlakyRules,
} from '@assay/contract';
import type { RunFacts } from '../runStats/runFacts.ts';
import { isOutage, judgeTest, type PlacedResult, wilsonLowerBound } from './judgeTest.ts';
import { pack, type TestResult, unpack } from './packedResults.ts';

const hourMs = 3_600_000;
const now = Date.parse('2026-11-20T00:00:00Z');

type Placed = {
  branch?: string;
  commit?: string;
  environment?: string;
  leg?: string;
  status?: RunFacts['status'];
  totals?: Totals;
};

/** P and F: passed and failed. f: passed after it had failed. I: ignored. One an hour, the last one just now. */
function results(text: string, { agoMs = 0, ...placed }: Placed & { agoMs?: number } = {}): PlacedResult[] {
  return [...text].map((letter, index) => {
    const testRunId = `run-${index}` as TestRunId;
    const at = now - agoMs - (text.length - index) * hourMs;
    const status = letter === 'F' ? 'FAIL' : letter === 'I' ? 'IGNORED' : 'PASS';
    const result: TestResult = {
      testRunId,
      status,
      flaky: letter === 'f',
      quarantined: false,
      retries: 0,
      retryMs: 0,
      durationMs: 10,
    };
    const run: RunFacts = {
      testRunId,
      projectId: 'shop' as ProjectId,
      environmentId: (placed.environment ?? 'test') as EnvironmentId,
      pipelineStageId: null,
      branch: placed.branch ?? 'main',
      commit: placed.commit ?? `c${index}`,
      leg: placed.leg ?? '',
      createdAt: new Date(at).toISOString(),
      startedAt: null,
      endedAt: null,
      status: placed.status ?? 'PASS',
      testsKnown: true,
      durationMs: 10,
      isUpload: false,
      testCount: 10,
      totals: placed.totals ?? noTotals,
      retries: 0,
      retryMs: 0,
      earlier: [],
    };
    return { result, run };
  });
}
const judge = (all: readonly PlacedResult[], rules: Partial<FlakyRules> = {}) =>
  judgeTest(all, ({ branch }) => branch === 'main', { ...usualFlakyRules, ...rules }, now);
const stateOf = (all: readonly PlacedResult[], rules?: Partial<FlakyRules>) => {
  const judged = judge(all, rules);
  return judged && [judged.state, judged.evidence, judged.seen];
};

describe('a test', () => {
  it.each([
    ['that always passes', 'PPPPPPPPPP', null],
    ['that failed once and was repaired', 'PPPPFPPPP', null],
    ['that fails since a change', 'PPPPPPPFFF', null],
    ['that goes back and forth', 'PFPFPPFP', ['flaky', 'B', 6]],
    ['that went back and forth, and then settled', 'PFPFPPFPPPPPP', ['recovering', 'B', 6]],
    ['that settled between two changes and back', 'PFPPPPPPFP', null],
    ['that changed three times', 'PPFPPF', null],
    ['that passed when it was tried again', 'PPPfPPP', ['flaky', 'A', 1]],
    ['whose last five all failed', 'PPPFFFFF', ['broken', null, 5]],
    ['that fails eight times in ten', 'FFPFFFFPFF', ['broken', null, 8]],
    ['that is only ever ignored', 'IIIIIIII', null],
  ])('%s (%s) is %j', (_, text, state) => {
    expect(stateOf(results(text))).toEqual(state);
  });

  it('that passed and failed on one commit is flaky, in however many runs', () => {
    expect(stateOf(results('PFPP', { commit: 'same' }))).toEqual(['flaky', 'A', 1]);
  });

  it('that differs between environments or branches is not', () => {
    const [staging, production] = [
      results('PPPP', { commit: 'same', environment: 'staging' }),
      results('FFFF', { commit: 'same', environment: 'production' }),
    ];
    expect(stateOf([...staging, ...production])).toBeNull();
    expect(stateOf(results('PFPFPFPFPF', { branch: 'change' }))).toBeNull();
  });

  it('that differs between the legs of a matrix is not', () => {
    const [linux, windows] = [results('PPPP', { leg: 'os=linux' }), results('FFFF', { leg: 'os=windows' })];
    const taken = linux.flatMap((one, index) => [one, windows[index] ?? one]);
    expect(stateOf(taken)).toBeNull();
    expect(stateOf(results('PFPP', { commit: 'same', leg: 'os=linux' }))).toEqual(['flaky', 'A', 1]);
  });

  it('is judged without canceled runs, and without runs in which nearly everything failed', () => {
    const down = { ...noTotals, passed: 1, failed: 9 };
    expect(stateOf(results('PFPFPFPFPF', { status: 'CANCELED' }))).toBeNull();
    expect(stateOf(results('PFPFPFPFPF', { totals: down }))).toBeNull();
    expect(isOutage({ totals: { ...noTotals, failed: 1 } })).toBe(false);
    expect(isOutage({ totals: { ...noTotals, passed: 2, failed: 7 } })).toBe(false);
  });

  it('recovers after three days, and has recovered after seven', () => {
    const days = 24 * hourMs;
    expect(judge(results('PfP', { agoMs: 2 * days }))?.state).toBe('flaky');
    expect(judge(results('PfP', { agoMs: 4 * days }))?.state).toBe('recovering');
    expect(judge(results('PfP', { agoMs: 7 * days }))).toBeNull();
  });

  it('that has recovered from one kind of evidence may be flaky by another', () => {
    const days = 24 * hourMs;
    const onceFlaky = results('f', { agoMs: 9 * days });
    expect(stateOf(onceFlaky)).toBeNull();
    expect(stateOf([...onceFlaky, ...results('PFPFPPFP')])).toEqual(['flaky', 'B', 6]);
  });

  it('has recovered after a hundred results', () => {
    expect(judge(results(`f${'P'.repeat(99)}`))?.state).toBe('recovering');
    expect(judge(results(`f${'P'.repeat(100)}`))).toBeNull();
  });

  it.each<[string, string, Partial<FlakyRules>, unknown]>([
    ['fewer changes', 'PPFPPF', { flips: 3 }, ['flaky', 'B', 3]],
    ['more changes', 'PFPFPPFP', { flips: 7 }, null],
    ['fewer results', 'PFPFPFPFPPPPPP', { flipResults: 6 }, null],
    ['a larger share', 'PFPFPPFP', { leastPercent: 50 }, null],
    ['a longer row of equal results', 'PFPPPPPPFP', { settledResults: 10 }, ['flaky', 'B', 4]],
    ['fewer days without evidence', 'PfPP', { quietDays: 1 }, ['flaky', 'A', 1]],
    ['an earlier recovery', 'PfPP', { recoveryResults: 2 }, null],
  ])('is judged by the rules that there are: %s', (_, text, rules, state) => {
    expect(stateOf(results(text), rules)).toEqual(state);
  });

  it('is judged by days that the rules say', () => {
    const days = 24 * hourMs;
    const old = results('PfP', { agoMs: 5 * days });
    expect(stateOf(old, { sameCommitDays: 4 })).toBeNull();
    expect(stateOf(old, { quietDays: 6 })).toEqual(['flaky', 'A', 1]);
    expect(stateOf(old, { recoveryDays: 4 })).toBeNull();
  });

  it('is flaky by what people say, from when they said it, where nothing stronger shows it', () => {
    const called = (all: PlacedResult[], at: number) =>
      all.map((one) => ({ ...one, calledFlakyAt: new Date(at).toISOString() }));
    const failedTwice = results('PPPFPPPPPFPPP');
    expect(stateOf(failedTwice)).toBeNull();
    expect(stateOf(called(failedTwice, now - 1))).toEqual(['flaky', 'C', 2]);
    expect(stateOf(called(failedTwice, now + 1))).toBeNull();
    expect(stateOf(called(failedTwice, now - 1), { opinions: false })).toBeNull();
    expect(stateOf(called(results('PfPFPP'), now - 1))).toEqual(['flaky', 'A', 1]);
    expect(stateOf(called(results('PPPFFFFF'), now - 1))).toEqual(['broken', null, 5]);
    expect(stateOf(called(results('PPFPP', { agoMs: 8 * 24 * hourMs }), now - 1))).toBeNull();
  });

  it('is ranked by what is sure: one of two is less than thirty of a hundred', () => {
    expect(wilsonLowerBound(0, 0)).toBe(0);
    expect(wilsonLowerBound(30, 100)).toBeCloseTo(0.219, 3);
    expect(wilsonLowerBound(1, 2)).toBeCloseTo(0.095, 3);
  });
});

describe('packed results', () => {
  it('are the results', () => {
    const some = results('PfFI').map(({ result }) => ({ ...result, retries: 2, retryMs: 34, quarantined: true }));
    expect(unpack(pack(some))).toEqual(some);
    expect(unpack(pack([]))).toEqual([]);
  });
});
