import type { RootCause, TestRunView } from '@assay/contract';
import type { CausesOfRun } from './causesOfPullRequest.ts';
import { pullRequestText } from './pullRequestText.ts';

const run = (change: object) =>
  ({
    id: 'r1',
    number: 1,
    projectId: 'p1',
    project: { name: 'Shop' },
    testSuiteId: null,
    testSuiteName: null,
    attributes: [] as string[],
    environmentId: 'e1',
    environmentName: 'Staging',
    status: 'PASS',
    testCount: 3,
    passCount: 3,
    failCount: 0,
    flakyCount: 0,
    ...change,
  }) as TestRunView;
const textOf = (...runs: TestRunView[]) =>
  pullRequestText(runs, 'c0ffee'.padEnd(40, '0'), ({ id }) => `https://assay.test/${id}`, '[//]: # (assay:acme)');

const cause = (change: Partial<Omit<RootCause, 'id'>> & { id?: string } = {}) => {
  const affectedTestRunTestAnalysis = [{ testRunTestId: 't1', file: 'cart.spec.ts', name: 'adds', analysisText: null }];
  const facts = { id: 'c1', name: 'connect ECONNREFUSED', kind: 'ENVIRONMENT', testCount: 1 };
  return { ...facts, seenBefore: null, model: null, affectedTestRunTestAnalysis, ...change } as RootCause;
};
const textWith = (run: TestRunView, causeCount: number, ...causes: RootCause[]) => {
  const found: CausesOfRun = { failedCount: run.failCount, causeCount, testRunAnalysisRootCauses: causes };
  const address = ({ id }: TestRunView) => `https://assay.test/${id}`;
  return pullRequestText([run], 'c0ffee'.padEnd(40, '0'), address, '[//]: # (assay:acme)', new Map([[run.id, found]]));
};
const failedRun = run({ status: 'FAIL', passCount: 0, failCount: 3 });

describe('the comment on a pull request', () => {
  it('has the newest run of each suite and environment', () => {
    const text = textOf(
      run({ id: 'r2', number: 2, status: 'FAIL', passCount: 1, failCount: 2 }),
      run({ id: 'r1', number: 1 }),
      run({ id: 'r3', number: 3, testSuiteId: 's1', testSuiteName: 'Smoke', status: 'RUNNING' }),
    );
    expect(text.split('\n').slice(4, 6)).toEqual([
      '| ❌ Failed | [Shop \\#2](https://assay.test/r2) | Staging | 3 tests: 1 passed, 2 failed |',
      '| ⏳ Running | [Shop, Smoke \\#3](https://assay.test/r3) | Staging | – |',
    ]);
    expect(text).toMatch(/^\*\*Assay\*\* at c0ffee0000\n[\s\S]*\n\n\[\/\/\]: # \(assay:acme\)$/);
  });

  it('has the newest run of each leg of a matrix', () => {
    const legs = (id: string, number: number, os: string) => run({ id, number, attributes: [`os=${os}`] });
    const text = textOf(legs('r3', 3, 'linux'), legs('r2', 2, 'windows'), legs('r1', 1, 'linux'));
    expect(text.split('\n').filter((line) => line.includes('Shop'))).toEqual([
      '| ✅ Passed | [Shop (os=linux) \\#3](https://assay.test/r3) | Staging | 3 tests: 3 passed |',
      '| ✅ Passed | [Shop (os=windows) \\#2](https://assay.test/r2) | Staging | 3 tests: 3 passed |',
    ]);
  });

  it('has a line for each root cause of a failed run, with its tests below', () => {
    const known = cause({ id: 'c/1', testCount: 2, seenBefore: { runCount: 4, last: null } });
    const text = textWith(failedRun, 2, known, cause({ id: 'c2', kind: 'UNKNOWN' }));
    expect(text.split('\n').slice(6, 14)).toEqual([
      '**Shop \\#1: 3 failures have 2 causes**',
      '',
      '- [2 tests: connect ECONNREFUSED](https://assay.test/r1/analysis?cause=c%2F1) · Environment · Known in 4 runs',
      '    - cart.spec.ts › adds',
      '    - and 1 more test',
      '- [1 test: connect ECONNREFUSED](https://assay.test/r1/analysis?cause=c2) · Unknown · Not seen before',
      '    - cart.spec.ts › adds',
      '',
    ]);
  });

  it('names 5 causes with 5 tests each, and bounds their names', () => {
    const test = (place: number) => ({
      testRunTestId: `t${place}`,
      file: 'a.ts',
      name: `n${place}`,
      analysisText: null,
    });
    const affectedTestRunTestAnalysis = Array.from({ length: 50 }, (_, place) => test(place));
    const large = cause({ testCount: 60, name: '@ada\n|'.repeat(100), affectedTestRunTestAnalysis });
    const text = textWith(failedRun, 300, ...Array.from({ length: 200 }, () => large));
    expect(text.match(/^- \[/gm)).toHaveLength(5);
    expect(text.match(/^ {4}- a\.ts/gm)).toHaveLength(25);
    expect(text).toContain('\n    - and 55 more tests\n');
    expect(text).toContain('\n- and 295 more causes\n');
    expect(text).not.toMatch(/@ada/);
    expect(text.length).toBeLessThan(5_000);
  });

  it('has no causes of runs that passed', () => {
    expect(textWith(run({}), 1, cause())).toBe(textOf(run({})));
  });

  it('shows names as they are, and mentions nobody', () => {
    const text = textOf(run({ project: { name: 'a|b](http://x) <b>\n@ada' } }));
    expect(text).toContain('a\\|b\\](http://x) \\<b\\> @\u200bada');
    expect(text.split('\n')).toHaveLength(7);
  });
});
