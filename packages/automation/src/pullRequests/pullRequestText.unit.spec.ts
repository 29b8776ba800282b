import type { TestRunView } from '@assay/contract';
import { pullRequestText } from './pullRequestText.ts';

const run = (change: object) =>
  ({
    id: 'r1',
    number: 1,
    projectId: 'p1',
    project: { name: 'Shop' },
    testSuiteId: null,
    testSuiteName: null,
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

  it('shows names as they are, and mentions nobody', () => {
    const text = textOf(run({ project: { name: 'a|b](http://x) <b>\n@ada' } }));
    expect(text).toContain('a\\|b\\](http://x) \\<b\\> @\u200bada');
    expect(text.split('\n')).toHaveLength(7);
  });
});
