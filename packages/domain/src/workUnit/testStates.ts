import type { TestId } from '@assay/contract';

/**
 * A test's progress: the running attempt, how many attempts have a result, whether one failed, whether the final result
 * is in, and whether the test was only discovered while the unit ran.
 */
export type TestState = {
  running: number | null;
  results: number;
  failedBefore: boolean;
  done: boolean;
  discovered: boolean;
};

/**
 * An immutable map of test states. A unit may hold tens of thousands of tests and every event changes one, so the map
 * is split by the id's first character: a change copies one part instead of all (ids are hashes, so parts are even).
 */
export type TestStates = ReadonlyMap<string, ReadonlyMap<TestId, TestState>>;

export const noTestStates: TestStates = new Map();

export function testStateOf(states: TestStates, testId: TestId): TestState | undefined {
  return states.get(testId.charAt(0))?.get(testId);
}

/**
 * States that one owner changes many times before sharing them: each part is copied once, then changed in place.
 */
class Draft extends Map<string, ReadonlyMap<TestId, TestState>> {
  readonly #own = new Map<string, Map<TestId, TestState>>();

  write(part: string, testId: TestId, state: TestState): void {
    let own = this.#own.get(part);
    if (!own) {
      own = new Map(this.get(part));
      this.#own.set(part, own);
      this.set(part, own);
    }
    own.set(testId, state);
  }
}

/** @returns a copy that `withTestState` changes in place; the original stays as it is */
export function draftOf(states: TestStates): TestStates {
  return new Draft(states);
}

/** @returns the states of a finished draft, safe to share */
export function settled(draft: TestStates): TestStates {
  return new Map(draft);
}

export function withTestState(states: TestStates, testId: TestId, state: TestState): TestStates {
  const part = testId.charAt(0);
  if (states instanceof Draft) {
    states.write(part, testId, state);
    return states;
  }
  return new Map(states).set(part, new Map(states.get(part)).set(testId, state));
}

/** In no particular order. */
export function* entriesOf(states: TestStates): Generator<[TestId, TestState]> {
  for (const part of states.values()) yield* part;
}
