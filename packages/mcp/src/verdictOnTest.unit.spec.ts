import type { TestHistory } from '@assay/contract';
import { verdictOnTest } from './verdictOnTest.ts';

type Result = TestHistory['results'][number];
let number = 100;
const result = (status: string, commit: string | null, more: Partial<Result> = {}): Result => {
  number -= 1;
  const at = '2026-11-30T12:00:00.000Z';
  const where = { branch: 'main', environmentName: 'CI' };
  return { status, flaky: false, durationMs: 1, testRunId: `r${number}`, number, at, commit, ...where, ...more };
};

describe('the verdict on a test', () => {
  beforeEach(() => {
    number = 100;
  });
  const verdictOn = (...results: Result[]) => verdictOnTest(results, 'main');

  it('is broken since the first failure in a row on its branch', () => {
    expect(verdictOn(result('FAIL', 'c'), result('FAIL', 'b'), result('PASS', 'a'))).toBe(
      'Broken on the default branch: its newest 2 results there failed, since run #98, commit b; it passed last at commit a.',
    );
    expect(verdictOn(result('FAIL', 'b'), result('PASS', 'a', { branch: 'other' }))).toContain(
      'no pass before is known',
    );
  });

  it('is flaky by a retry, or by one commit on which it passed and failed in one environment', () => {
    expect(verdictOn(result('PASS', 'a', { flaky: true }))).toContain('Flaky: it failed and then passed within 1 of 1');
    expect(verdictOn(result('FAIL', 'a'), result('PASS', 'a'))).toContain('passed and failed on the same commit (a)');
    expect(verdictOn(result('FAIL', 'a'), result('PASS', 'a', { environmentName: 'Staging' }))).toContain('Broken');
    expect(verdictOn(result('FAIL', null), result('PASS', null))).toContain('Broken');
  });

  it('is stable, or passing again, and says nothing of what was only skipped', () => {
    expect(verdictOn(result('PASS', 'b'), result('IGNORED', 'a'))).toContain('in all of its 1 known results');
    expect(verdictOn(result('PASS', 'b'), result('FAIL', 'a'))).toContain('It passes now; it failed in 1 of 2');
    expect(verdictOn(result('IGNORED', 'a'))).toBe('It neither passed nor failed yet.');
  });
});
