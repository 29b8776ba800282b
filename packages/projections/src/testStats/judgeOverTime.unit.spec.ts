import { type EnvironmentId, noTotals, type ProjectId, type TestRunId, usualFlakyRules } from '@assay/contract';
import { type EndedResult, judgeOverTime } from './judgeOverTime.ts';
import { judgeTest } from './judgeTest.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const start = Date.parse('2026-11-01T00:00:00Z');
const isDefaultBranch = () => true;

/** P, F, and f for what passed after it had failed; `.` is a time without a run. One run every six hours. */
function resultsOf(text: string): EndedResult[] {
  return [...text].flatMap((letter, index) => {
    if (letter === '.') return [];
    const testRunId = `run-${index}` as TestRunId;
    const createdAt = new Date(start + index * 6 * hourMs).toISOString();
    const status = letter === 'F' ? 'FAIL' : 'PASS';
    return {
      endedAt: Date.parse(createdAt) + hourMs,
      result: {
        testRunId,
        status,
        flaky: letter === 'f',
        quarantined: false,
        retries: 0,
        retryMs: 0,
        durationMs: 10,
      },
      run: {
        testRunId,
        projectId: 'shop' as ProjectId,
        environmentId: 'test' as EnvironmentId,
        pipelineStageId: null,
        branch: 'main',
        commit: `c${index}`,
        leg: '',
        createdAt,
        startedAt: null,
        endedAt: null,
        status,
        testsKnown: true,
        durationMs: 10,
        isUpload: false,
        testCount: 10,
        totals: noTotals,
        retries: 0,
        retryMs: 0,
        earlier: [],
      },
    };
  });
}

const ask = (results: EndedResult[], rules = {}, end = start + 40 * dayMs) =>
  judgeOverTime(results, {
    rules: { ...usualFlakyRules, ...rules },
    isDefaultBranch,
    windowMs: 30 * dayMs,
    end,
  });
const daysOf = (times: ReturnType<typeof ask>) =>
  times.map(({ from, until, evidence }) => [
    evidence,
    (from - start) / dayMs,
    until === null ? null : (until - start) / dayMs,
  ]);

describe('when a test was flaky', () => {
  it('begins at the end of the run that shows it, and ends when it has recovered', () => {
    expect(daysOf(ask(resultsOf('PPPPf')))).toEqual([['A', 1 + 1 / 24, 8]]);
    expect(daysOf(ask(resultsOf('PPPPf'), { recoveryDays: 2 }))).toEqual([['A', 1 + 1 / 24, 3]]);
    expect(daysOf(ask(resultsOf('PPPPf'), { sameCommitDays: 3 }))).toEqual([['A', 1 + 1 / 24, 4]]);
  });

  it('goes on while it shows itself again, and may come twice', () => {
    expect(daysOf(ask(resultsOf('f...f...f'), { recoveryDays: 2 }))).toEqual([['A', 1 / 24, 4]]);
    expect(daysOf(ask(resultsOf('f................f'), { recoveryDays: 2 }))).toEqual([
      ['A', 1 / 24, 2],
      ['A', 4.25 + 1 / 24, 6.25],
    ]);
  });

  it('ends where it is broken, and has not ended at the end', () => {
    expect(daysOf(ask(resultsOf('PPPPfPPPFFFFF')))).toEqual([['A', 1 + 1 / 24, 3 + 1 / 24]]);
    expect(daysOf(ask(resultsOf('PPPPf'), {}, start + 3 * dayMs))).toEqual([['A', 1 + 1 / 24, null]]);
    expect(ask(resultsOf('PPPPPPP'))).toEqual([]);
    expect(ask([])).toEqual([]);
  });

  it('begins when people say so', () => {
    const said = new Date(start + 2 * dayMs + hourMs / 2).toISOString();
    const results = resultsOf('PPPPFPPPPPP').map((one) =>
      one.result.status === 'FAIL' ? { ...one, calledFlakyAt: said } : one,
    );
    expect(daysOf(ask(results))).toEqual([['C', 2 + 1 / 48, 8]]);
    expect(ask(results, { opinions: false })).toEqual([]);
  });

  it('is what a judgement at any moment says', () => {
    const texts = ['PFPFPPFPPPPPPPPPPF', 'PPfPPPPFFFFFPPPPPPPPPFPFPFP..........PFPFP', 'FfFfPPPP........PPPPFF.FPFPF'];
    const others = [{}, { flips: 3, recoveryDays: 2, quietDays: 1 }, { sameCommitDays: 1, recoveryResults: 3 }];
    for (const text of texts) {
      for (const change of others) {
        const rules = { ...usualFlakyRules, ...change };
        const results = resultsOf(text);
        const times = ask(results, change);
        for (let moment = start; moment < start + 40 * dayMs; moment += 45 * 60_000) {
          const known = results.filter(
            ({ endedAt, run }) => endedAt <= moment && Date.parse(run.createdAt) >= moment - 30 * dayMs,
          );
          const judged = judgeTest(known, isDefaultBranch, rules, moment);
          const isFlaky = judged !== null && judged.state !== 'broken';
          const isFound = times.some(({ from, until }) => from <= moment && (until === null || moment < until));
          expect([text, change, new Date(moment).toISOString(), isFound]).toEqual([
            text,
            change,
            new Date(moment).toISOString(),
            isFlaky,
          ]);
        }
      }
    }
  });
});
