import type { TestId } from '@assay/contract';
import {
  draftOf,
  entriesOf,
  noTestStates,
  settled,
  type TestState,
  type TestStates,
  testStateOf,
  withTestState,
} from './testStates.ts';

const [first, neighbour, other] = ['a1', 'a2', 'b1'] as TestId[] as [TestId, TestId, TestId];
const state = (results: number): TestState => ({
  running: null,
  results,
  failedBefore: false,
  done: false,
  discovered: false,
});
const some = withTestState(withTestState(noTestStates, first, state(1)), neighbour, state(2));
const contentOf = (states: TestStates) => Object.fromEntries(entriesOf(states));

describe('states of tests', () => {
  it('stay unchanged when one of them is changed', () => {
    const changed = withTestState(some, first, state(9));
    expect(contentOf(changed)).toEqual({ a1: state(9), a2: state(2) });
    expect(contentOf(some)).toEqual({ a1: state(1), a2: state(2) });
  });

  it('stay unchanged when a draft of them is changed in place', () => {
    const draft = draftOf(some);
    for (const [testId, results] of [
      [first, 7],
      [first, 8],
      [other, 9],
    ] as const) {
      expect(withTestState(draft, testId, state(results))).toBe(draft);
    }
    expect(testStateOf(draft, first)).toEqual(state(8));
    expect(contentOf(draft)).toEqual({ a1: state(8), a2: state(2), b1: state(9) });
    expect(contentOf(some)).toEqual({ a1: state(1), a2: state(2) });
  });

  it('are copied again on the next change once the draft is settled', () => {
    const draft = draftOf(some);
    withTestState(draft, first, state(8));
    const kept = settled(draft);
    const changed = withTestState(kept, first, state(9));
    expect(changed).not.toBe(kept);
    expect(contentOf(kept)).toEqual({ a1: state(8), a2: state(2) });
    expect(contentOf(changed)).toEqual({ a1: state(9), a2: state(2) });
  });
});
