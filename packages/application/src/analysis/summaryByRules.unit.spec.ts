import { summaryByRules } from './summaryByRules.ts';

const run = (failedCount: number, ...isNew: boolean[]) => ({
  failedCount,
  causeCount: isNew.length,
  wholeRun: [],
  testRunAnalysisRootCauses: isNew.map((each) => ({ isNew: each })),
});

describe('the summary of a failed run by rules', () => {
  it.each([
    [run(9, true, false, true), '9 failures have 3 causes. 2 are new in this run.'],
    [run(9, true, false), '9 failures have 2 causes. 1 is new in this run.'],
    [run(1, true), '1 failure has 1 cause. It is new in this run.'],
    [run(2, false), '2 failures have 1 cause. It was seen before.'],
    [run(2, true, true), '2 failures have 2 causes. All are new in this run.'],
    [run(2, false, false), '2 failures have 2 causes. All were seen before.'],
    [run(2), '2 failures say no error.'],
  ])('counts failures, causes and new ones', (found, text) => {
    expect(summaryByRules(found)).toBe(text);
  });

  it('begins with what concerns the whole run', () => {
    const signal = { signal: 'SETUP_FAILED' as const, title: 'The set-up failed', description: '', failedCount: 2 };
    expect(summaryByRules({ ...run(2, true), wholeRun: [signal] })).toBe(
      'The set-up failed. 2 failures have 1 cause. It is new in this run.',
    );
  });
});
