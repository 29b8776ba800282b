import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt, resultRow, testRunView } from '../../../testSupport/views.ts';
import { ResultsTab } from './ResultsTab.tsx';

const busy = { status: 503, body: { code: 'readModels.behind', message: 'Try again.', requestId: 'req-1' } };
const gone = { status: 404, body: { code: 'testRun.notFound', message: 'Not found.', requestId: 'req-2' } };
const pageOf = (status: 'PASS' | 'RUNNING', commit: number) => ({
  body: {
    tests: [resultRow('adds up', { status, position: positionAt(commit) })],
    total: 1,
    position: positionAt(commit),
  },
});

/** @param answers to reads of the results, one after the other; the last one stays */
function open(...answers: (typeof busy | ReturnType<typeof pageOf>)[]) {
  let reads = 0;
  const page = makePage({
    'GET /test-runs/r1/results': () => {
      reads += 1;
      return answers[Math.min(reads, answers.length) - 1] ?? busy;
    },
  });
  renderOn(page, <ResultsTab run={testRunView(1, { status: 'RUNNING' })} />, '/northwind/test-runs/r1');
  return { ...page, reads: () => reads };
}

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

describe('results that the service could not answer', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('are read again where they were to be shown first', async () => {
    const { reads } = open(busy, pageOf('PASS', 20));
    await pass(100);
    expect(screen.getByText('Try again.')).toBeVisible();
    await pass(5_000);
    expect(screen.getByRole('treeitem', { name: /^Passed adds up/ })).toBeVisible();
    await pass(60_000);
    expect(reads()).toBe(2);
  });

  it('are read again after the last change of a run', async () => {
    const { reads, tell } = open(pageOf('RUNNING', 20), busy, pageOf('PASS', 31));
    await pass(100);
    act(() => tell('testRunTests:r1', { kind: 'changed', ids: [], position: positionAt(31) }));
    await pass(1_000);
    expect(screen.getByRole('treeitem', { name: /^Running adds up/ })).toBeVisible();
    await pass(5_000);
    expect(screen.getByRole('treeitem', { name: /^Passed adds up/ })).toBeVisible();
    await pass(60_000);
    expect(reads()).toBe(3);
  });

  it('are not read again where the run is gone', async () => {
    const { reads } = open(gone);
    await pass(60_000);
    expect(reads()).toBe(1);
  });
});
