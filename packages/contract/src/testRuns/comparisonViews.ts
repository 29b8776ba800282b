import { type Static, Type } from 'typebox';
import { Nullable, ProblemId, TestId } from '../ids.ts';
import { TestStatus } from './testStatus.ts';

/**
 * What became of a test from the first run to the second. Each test is in exactly one of these:
 * - `newlyFailing`: it fails, and did not before; `stillFailing`: it failed in both; `fixed`: it failed and now passes
 * - `flakyInOne`: it failed and passed within one of them, and ended as a pass in both
 * - `notRun`: it has a result in one of them only, as it was skipped or not reached in the other
 * - `added`, `removed`: it is in one of them only
 * - `slower`, `faster`: it passed in both, at least 1.3 times and half a second apart
 */
export const comparisonGroups = [
  'newlyFailing',
  'stillFailing',
  'fixed',
  'flakyInOne',
  'notRun',
  'added',
  'removed',
  'slower',
  'faster',
  'unchanged',
] as const;
export type ComparisonGroup = (typeof comparisonGroups)[number];

/** By how much two durations differ at least, that one is called slower. */
export const slowerBy = { times: 1.3, ms: 500 } as const;

const count = Type.Integer({ minimum: 0 });

/** How many tests became what, and what to say about them. */
export const RunComparison = Type.Object({
  counts: Type.Object(
    Object.fromEntries(comparisonGroups.map((group) => [group, count])) as Record<ComparisonGroup, typeof count>,
    { description: 'tests in each group, of those that match' },
  ),
  tests: Type.Object({ first: count, second: count }, { description: 'tests in each run that match, copies once' }),
  sameError: Type.Integer({ minimum: 0, description: 'the most newly failing tests that have one error' }),
  flakyInSecond: Type.Integer({ minimum: 0, description: 'of those flaky in one: flaky in the second run' }),
  addedFailing: Type.Integer({ minimum: 0, description: 'of those added: failing' }),
  removedFailing: Type.Integer({ minimum: 0, description: 'of those removed: failed in the first run' }),
  slowerMs: Type.Integer({ minimum: 0, description: 'what all slower tests took longer together' }),
  fasterMs: Type.Integer({ minimum: 0, description: 'what all faster tests took less together' }),
});
export type RunComparison = Static<typeof RunComparison>;

/** A test as it is in one of the runs; of copies, the worst. */
export const ComparedResult = Type.Object({
  testKey: Type.String({ description: 'which test of the run, and which of its copies' }),
  status: TestStatus,
  flaky: Type.Boolean(),
  quarantined: Type.Boolean(),
  duration: Nullable(Type.Integer({ description: 'of the last attempt, milliseconds; null: it has not ended' })),
  error: Nullable(Type.String({ description: 'head of the message' })),
  problemId: Nullable(Type.Unsafe<ProblemId>({ ...ProblemId, description: 'the problem behind its failure' })),
});
export type ComparedResult = Static<typeof ComparedResult>;

export const ComparedTest = Type.Object({
  testId: TestId,
  file: Type.String(),
  name: Type.String(),
  first: Nullable(ComparedResult),
  second: Nullable(ComparedResult),
  sameError: Nullable(
    Type.Boolean({ description: 'whether both failed of the same problem; null: one of them did not fail' }),
  ),
  alike: Type.Integer({ minimum: 0, description: 'further tests with its error, which this row stands for' }),
});
export type ComparedTest = Static<typeof ComparedTest>;

export const ComparedTestsPage = Type.Object({
  tests: Type.Array(ComparedTest),
  total: Type.Integer({ minimum: 0, description: 'rows of the group, or of the error' }),
});
export type ComparedTestsPage = Static<typeof ComparedTestsPage>;
