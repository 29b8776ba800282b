/** Every test of a list is looked up in it, and a list may hold a thousand: it is indexed once. Lists never change. */
const places = new WeakMap<readonly object[], ReadonlyMap<string, number>>();

/** @returns the test and its place in the list, from 0; undefined when it is not in it. */
export function findListedTest<Listed extends { testId: string }>(
  tests: readonly Listed[],
  testId: string,
): { test: Listed; index: number } | undefined {
  const known = places.get(tests) ?? new Map(tests.map((test, index) => [test.testId, index]));
  places.set(tests, known);
  const index = known.get(testId);
  const test = index === undefined ? undefined : tests[index];
  return index === undefined || test === undefined ? undefined : { test, index };
}
