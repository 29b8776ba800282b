import { type ComparedResult, type TestId, type TestStatus, type TqlCondition, testKeyOf } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';
import { type RunTest, testsOfRun } from '../testRunTests/testsOfRun.ts';
import { decideTql } from '../tql/decideTql.ts';
import { factsOfRun, factsOfTest, type TqlNames } from '../tql/tqlFacts.ts';

/** A test in one of the runs, its copies taken together. */
export type RunSide = ComparedResult & {
  testId: TestId;
  file: string;
  name: string;
  /** Whether it, or one of its copies, matches the condition. */
  matches: boolean;
};

/** The head of an error, as a row has room for it. */
const errorLength = 300;

/** Which copy stands for the others. */
const rank: Record<TestStatus, number> = { FAIL: 5, RUNNING: 4, PENDING: 3, PASS: 2, IGNORED: 1, NOT_RUN: 0 };

function sideOf(test: RunTest, matches: boolean): RunSide {
  const { testId, copy, file, name, status, flaky, quarantined, problemId } = test;
  const last = test.attempts.at(-1);
  const isFailed = status === 'FAIL';
  return {
    testId,
    file,
    name,
    matches,
    testKey: testKeyOf(testId, copy),
    status,
    flaky,
    quarantined,
    duration: last?.durationMs ?? null,
    error: (isFailed && last?.error?.slice(0, errorLength)) || null,
    problemId: isFailed ? problemId : null,
  };
}

function ofCopies(one: RunSide, other: RunSide): RunSide {
  const worst = rank[other.status] > rank[one.status] ? other : one;
  const statuses = [one.status, other.status];
  const differ = statuses.includes('PASS') && statuses.includes('FAIL');
  const duration = Math.max(one.duration ?? -1, other.duration ?? -1);
  return {
    ...worst,
    flaky: one.flaky || other.flaky || differ,
    duration: duration < 0 ? null : duration,
    matches: one.matches || other.matches,
  };
}

/**
 * The tests of a run, one after the other, by file and place in it.
 * @param condition what those have to match that count; null: all do
 */
export async function* sidesOf(
  collections: Collections,
  run: TestRunSummaryDocument,
  condition: TqlCondition | null,
  names: TqlNames,
): AsyncGenerator<RunSide> {
  const ofRun = factsOfRun(run, names);
  let last: RunSide | null = null;
  for await (const test of testsOfRun(collections, run)) {
    const matches = condition === null || decideTql(condition, factsOfTest(ofRun, test)) === true;
    const side = sideOf(test, matches);
    if (last?.testId === side.testId) {
      last = ofCopies(last, side);
    } else {
      if (last) yield last;
      last = side;
    }
  }
  if (last) yield last;
}
