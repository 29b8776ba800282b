import {
  type ComparedResult,
  type ComparedTest,
  type ComparisonGroup,
  comparisonGroups,
  type ProblemId,
  type RunComparison,
  slowerBy,
  type TestId,
} from '@assay/contract';
import type { RunSide } from './comparedTests.ts';

/** Two runs compared: what is said of them, and the tests of each group but the unchanged ones, in order. */
export type ComparedRuns = { comparison: RunComparison; tests: ReadonlyMap<ComparisonGroup, readonly ComparedTest[]> };

/** From this many newly failing tests with one error on, one row stands for all of them. */
const foldedFrom = 3;

const ended = (side: RunSide) => side.status === 'PASS' || side.status === 'FAIL';

function paceOf(before: number, after: number): 'slower' | 'faster' | 'unchanged' {
  const [less, more] = before < after ? [before, after] : [after, before];
  if (more - less < slowerBy.ms || more < less * slowerBy.times) return 'unchanged';
  return after > before ? 'slower' : 'faster';
}

/** What became of a test: see `comparisonGroups`. */
export function groupOf(first: RunSide | null, second: RunSide | null): ComparisonGroup {
  if (first === null) return 'added';
  if (second === null) return 'removed';
  if (second.status === 'FAIL') return first.status === 'FAIL' ? 'stillFailing' : 'newlyFailing';
  if (ended(first) !== ended(second)) return 'notRun';
  if (!ended(second)) return 'unchanged';
  if (first.status === 'FAIL') return 'fixed';
  if (first.flaky !== second.flaky) return 'flakyInOne';
  // The durations of a flaky test are those of several attempts.
  if (first.flaky || first.duration === null || second.duration === null) return 'unchanged';
  return paceOf(first.duration, second.duration);
}

function shown({ testKey, status, flaky, quarantined, duration, error, problemId }: RunSide): ComparedResult {
  return { testKey, status, flaky, quarantined, duration, error, problemId };
}

function comparedTest(first: RunSide | null, second: RunSide | null): ComparedTest | null {
  const test = second ?? first;
  if (!test) return null;
  const bothFailed = first?.status === 'FAIL' && second?.status === 'FAIL';
  return {
    testId: test.testId,
    file: test.file,
    name: test.name,
    first: first && shown(first),
    second: second && shown(second),
    sameError: bothFailed ? first.problemId !== null && first.problemId === second.problemId : null,
    alike: 0,
  };
}

function change({ first, second }: ComparedTest): number {
  return (second?.duration ?? 0) - (first?.duration ?? 0);
}

const failing = (test: ComparedTest) => (test.second ?? test.first)?.status === 'FAIL';

/** Those with the most common errors first, each error together. */
function byError(tests: readonly ComparedTest[]): ComparedTest[] {
  const clusters = new Map<ProblemId | TestId, ComparedTest[]>();
  for (const test of tests) {
    const error = test.second?.problemId ?? test.testId;
    const cluster = clusters.get(error);
    if (cluster) cluster.push(test);
    else clusters.set(error, [test]);
  }
  return [...clusters.values()].sort((a, b) => b.length - a.length).flat();
}

function ordered(group: ComparisonGroup, tests: ComparedTest[]): ComparedTest[] {
  switch (group) {
    case 'newlyFailing':
      return byError(tests);
    case 'stillFailing':
      return tests.sort((a, b) => Number(a.sameError) - Number(b.sameError));
    case 'added':
    case 'removed':
      return tests.sort((a, b) => Number(failing(b)) - Number(failing(a)));
    case 'slower':
      return tests.sort((a, b) => change(b) - change(a));
    case 'faster':
      return tests.sort((a, b) => change(a) - change(b));
    default:
      return tests;
  }
}

/** Newly failing tests with one row for each error that several have, which says how many more there are. */
export function foldedByError(tests: readonly ComparedTest[]): ComparedTest[] {
  const sizes = new Map<ProblemId, number>();
  for (const { second } of tests) {
    if (second?.problemId) sizes.set(second.problemId, (sizes.get(second.problemId) ?? 0) + 1);
  }
  const told = new Set<ProblemId>();
  return tests.flatMap((test) => {
    const problemId = test.second?.problemId ?? null;
    const size = problemId === null ? 1 : (sizes.get(problemId) ?? 1);
    if (problemId === null || size < foldedFrom) return test;
    if (told.has(problemId)) return [];
    told.add(problemId);
    return { ...test, alike: size - 1 };
  });
}

function largestError(tests: readonly ComparedTest[]): number {
  return Math.max(
    0,
    ...foldedByError(tests)
      .map(({ alike }) => alike + 1)
      .filter((size) => size >= foldedFrom),
  );
}

function sumOfChanges(tests: readonly ComparedTest[]): number {
  return tests.reduce((sum, test) => sum + Math.abs(change(test)), 0);
}

/**
 * Compares two runs test by test. The tests of the first are held while those of the second pass by; of tests that did
 * not change nothing is kept.
 */
export async function compareRuns(
  firstTests: AsyncIterable<RunSide>,
  secondTests: AsyncIterable<RunSide>,
): Promise<ComparedRuns> {
  const before = new Map<TestId, RunSide>();
  // Thousands of tests may fail with one error: its text is kept once.
  const texts = new Map<string, string>();
  const keptOnce = (side: RunSide): RunSide => {
    if (side.error === null) return side;
    const error = texts.get(side.error) ?? side.error;
    texts.set(error, error);
    return { ...side, error };
  };
  for await (const side of firstTests) before.set(side.testId, keptOnce(side));

  const groups = new Map(comparisonGroups.map((group) => [group, [] as ComparedTest[]]));
  const tests = { first: 0, second: 0 };
  let unchanged = 0;
  const take = (first: RunSide | null, second: RunSide | null) => {
    if (!first?.matches && !second?.matches) return;
    if (first) tests.first += 1;
    if (second) tests.second += 1;
    const group = groupOf(first, second);
    const test = group === 'unchanged' ? null : comparedTest(first, second);
    if (test) groups.get(group)?.push(test);
    else unchanged += 1;
  };
  for await (const side of secondTests) {
    take(before.get(side.testId) ?? null, keptOnce(side));
    before.delete(side.testId);
  }
  for (const side of before.values()) take(side, null);

  const inOrder = new Map([...groups].map(([group, of]) => [group, ordered(group, of)]));
  const of = (group: ComparisonGroup) => inOrder.get(group) ?? [];
  const counts = Object.fromEntries(comparisonGroups.map((group) => [group, of(group).length]));
  return {
    tests: inOrder,
    comparison: {
      counts: { ...(counts as RunComparison['counts']), unchanged },
      tests,
      sameError: largestError(of('newlyFailing')),
      flakyInSecond: of('flakyInOne').filter(({ second }) => second?.flaky).length,
      addedFailing: of('added').filter(failing).length,
      removedFailing: of('removed').filter(failing).length,
      slowerMs: sumOfChanges(of('slower')),
      fasterMs: sumOfChanges(of('faster')),
    },
  };
}
