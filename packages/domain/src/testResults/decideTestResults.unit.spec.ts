import { noTotals, type ProjectId, type TestRunId } from '@assay/contract';
import { given } from '../../test/decisionOf.ts';
import { type ImportTestResults, testResultsDecider } from './decideTestResults.ts';

const data = (chunk: number) => ({
  ...{
    testRunId: 'run-1' as TestRunId,
    projectId: 'shop' as ProjectId,
    chunk,
    offset: 0,
    details: null,
    totals: { ...noTotals, passed: 2 },
  },
  results: [],
});
const imported = (chunk: number) => ({ type: 'TestResultsImported' as const, data: data(chunk) });
const importChunk = (chunk: number): ImportTestResults => ({ type: 'importTestResults', ...data(chunk) });

describe('uploaded results', () => {
  it('are recorded chunk after chunk, each once', () => {
    given(testResultsDecider).when(importChunk(0)).gives(imported(0));
    given(testResultsDecider, imported(0)).when(importChunk(1)).gives(imported(1));
    given(testResultsDecider, imported(0), imported(1)).when(importChunk(0)).gives();
  });

  it('come to what their chunks come to', () => {
    const { state } = given(testResultsDecider, imported(0), imported(1));
    expect(state).toEqual({ chunks: 2, totals: { ...noTotals, passed: 4 } });
  });

  it('have no gaps', () => {
    given(testResultsDecider, imported(0)).when(importChunk(2)).refuses('testResults.gap');
  });
});
