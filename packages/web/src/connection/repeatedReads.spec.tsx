import type { TestRunId } from '@assay/contract';
import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { makePage } from '../testSupport/pageOfTests.tsx';
import { positionAt } from '../testSupport/views.ts';
import { serviceEndpoints } from './serviceEndpoints.ts';

const { getTestRun, listAgents } = serviceEndpoints.endpoints;
const params = { id: 'r1' as TestRunId };
const busy = { status: 503, body: { code: 'readModels.behind', message: 'Try again.', requestId: 'req-1' } };
const gone = { status: 404, body: { code: 'project.notFound', message: 'Not found.', requestId: 'req-2' } };
const first = { body: { answer: 1 } };
const second = { body: { answer: 2 } };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

type Page = ReturnType<typeof makePage>;
const reads = [
  ['a run', '/test-runs/r1', 'testRun:r1', (on: Page) => on.store.dispatch(getTestRun.initiate({ params }))],
  ['agents', '/agents', 'agents', (on: Page) => on.store.dispatch(listAgents.initiate({}))],
] as const;

describe.each(reads)('an answer with %s', (_name, path, topic, read) => {
  /** @param answers one after the other; the last one stays */
  function open(...answers: (typeof busy | typeof first)[]) {
    let asked = 0;
    const page = makePage({
      [`GET ${path}`]: () => {
        asked += 1;
        return answers[Math.min(asked, answers.length) - 1] ?? busy;
      },
    });
    const subscription = read(page);
    return { ...page, subscription, asked: () => asked };
  }

  it('is asked for again where the service could not give it at first', async () => {
    const { asked } = open(busy, busy, first);
    await pass(60_000);
    expect(asked()).toBe(3);
  });

  it('is asked for again where the service could not give it after a change', async () => {
    const { asked, tell } = open(first, busy, second);
    await pass(100);
    act(() => tell(topic, { kind: 'changed', ids: [], position: positionAt(31) }));
    await pass(60_000);
    expect(asked()).toBe(3);
  });

  it('is not asked for again where it does not exist', async () => {
    const { asked } = open(gone);
    await pass(60_000);
    expect(asked()).toBe(1);
  });

  it('is not asked for again once nothing shows it', async () => {
    const { asked, subscription } = open(busy);
    await pass(100);
    subscription.unsubscribe();
    await pass(20 * 60_000);
    const before = asked();
    await pass(60_000);
    expect(asked()).toBe(before);
  });
});
