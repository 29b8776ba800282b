import { noTotals, type Totals } from '@assay/contract';
import { countedRuns } from '../../../../test/support/countedRuns.ts';
import { countResults } from './countResults.ts';
import { countRuns } from './countRuns.ts';
import { columnsOf } from './runColumns.ts';
import type { RunFacts } from './runFacts.ts';

const factsOf = (status: 'PASS' | 'FAIL', totals: Totals) =>
  ({
    projectId: 'p1',
    environmentId: 'e1',
    pipelineStageId: null,
    branch: 'main',
    createdAt: '2026-11-01T10:00:00.000Z',
    status,
    testsKnown: true,
    durationMs: 1_000,
    testCount: 0,
    totals,
    retries: 0,
    retryMs: 0,
  }) as unknown as RunFacts;

describe('statistics of runs', () => {
  const columns = columnsOf(
    countedRuns.map(({ counts, totals }) => factsOf(counts.status as 'PASS' | 'FAIL', { ...noTotals, ...totals })),
  );

  it('count a run in which only skipped or quarantined tests ran as neither passed nor failed', () => {
    const tally = countRuns();
    countedRuns.forEach((_, run) => {
      tally.add(columns, run);
    });
    const neutral = countedRuns.filter(({ isNeutral }) => isNeutral).length;
    const failed = countedRuns.filter(({ counts }) => counts.status === 'FAIL').length;
    expect(tally.counts()).toMatchObject({
      runs: countedRuns.length,
      inconclusive: neutral,
      failed,
      passed: countedRuns.length - neutral - failed,
    });
  });

  it('count its tests all the same', () => {
    const tally = countResults();
    countedRuns.forEach((_, run) => {
      tally.add(columns, run);
    });
    expect(tally.counts()).toMatchObject({ ignored: 4, quarantined: 4, flaky: 2 });
  });
});
