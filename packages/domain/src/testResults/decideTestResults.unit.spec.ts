import { type BlobId, noTotals, type ProjectId, type TestId, type TestRunId } from '@assay/contract';
import { given } from '../../test/deciderSpec.ts';
import { type ImportTestResults, testResultsDecider } from './decideTestResults.ts';

const resultOf = (name: string) => ({
  testId: name as TestId,
  file: 'a.spec.ts',
  name,
  quarantined: false,
  flaky: false,
  artifacts: [],
  attempts: [{ status: 'PASS' as const, durationMs: 1, error: null, hasDetails: false }],
});
const data = (chunk: number) => ({
  ...{
    testRunId: 'run-1' as TestRunId,
    projectId: 'shop' as ProjectId,
    chunk,
    offset: chunk,
    details: null,
    totals: { ...noTotals, passed: 2 },
  },
  results: [resultOf(`t${chunk}`)],
});
const imported = (chunk: number) => ({ type: 'TestResultsImported' as const, data: data(chunk) });
const importChunk = (chunk: number): ImportTestResults => ({ type: 'importTestResults', ...data(chunk) });

describe('uploaded results', () => {
  it('are recorded chunk after chunk, each once', () => {
    given(testResultsDecider).when(importChunk(0)).gives(imported(0));
    given(testResultsDecider, imported(0)).when(importChunk(1)).gives(imported(1));
    given(testResultsDecider, imported(0), imported(1)).when(importChunk(0)).gives();
  });

  it('add up to the totals of their chunks', () => {
    const { state } = given(testResultsDecider, imported(0), imported(1));
    expect(state).toMatchObject({ totals: { ...noTotals, passed: 4 } });
  });

  it.each([
    ['more results', { results: [resultOf('t0'), resultOf('t1')] }],
    ['other results', { results: [resultOf('u0')] }],
    ['results from another place on', { offset: 5 }],
    ['other texts', { details: 'b'.repeat(64) as BlobId }],
  ])('cannot be resumed when a recorded chunk would hold %s', (_, changed) => {
    given(testResultsDecider, imported(0), imported(1))
      .when({ ...importChunk(0), ...changed })
      .refuses('testResults.differ');
  });

  it('have no gaps', () => {
    given(testResultsDecider, imported(0)).when(importChunk(2)).refuses('testResults.gap');
  });
});
