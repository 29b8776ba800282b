import type { TestId } from '@assay/contract';

/**
 * Where a test of a unit is: the attempt that runs now, how many have a result, whether one of these is a failure,
 * whether its final result is there; and whether it only showed itself while the unit ran.
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
 * is cut by the id's first character: a change copies one part instead of all (ids are hashes, parts are even).
 */
export type TestStates = ReadonlyMap<string, ReadonlyMap<TestId, TestState>>;

export const noTestStates: TestStates = new Map();

export function testStateOf(states: TestStates, testId: TestId): TestState | undefined {
  return states.get(testId.charAt(0))?.get(testId);
}

export function withTestState(states: TestStates, testId: TestId, state: TestState): TestStates {
  const part = testId.charAt(0);
  return new Map(states).set(part, new Map(states.get(part)).set(testId, state));
}

/** In no particular order. */
export function* entriesOf(states: TestStates): Generator<[TestId, TestState]> {
  for (const part of states.values()) yield* part;
}
