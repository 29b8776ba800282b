import {
  type AccountId,
  copiesOf,
  limits,
  type ProblemId,
  type ProjectId,
  parseTestKey,
  type ResultStatus,
  type TestId,
  type TestRunId,
  type TestRunnerId,
  type TestStatus,
  testKeyIn,
  testKeyOf,
  testRunTestIdOf,
  topics,
} from '@assay/contract';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { TestFinished } from '@assay/event-schemas';
import { problemIdOf } from '@assay/root-causes';
import { findListedTest } from '../listedTests.ts';
import type { Evolved, Projection, ReadModelDocument } from '../projection.ts';

export type AttemptDetail = {
  attempt: number;
  status: 'RUNNING' | ResultStatus;
  /** Null: no runner of ours ran it, its result was uploaded. */
  runnerId: TestRunnerId | null;
  startedAt: string;
  durationMs: number | null;
  timedOut: boolean;
  error: string | null;
  /** The project's own lines of code in its stack trace; left out where it names none. */
  frames?: TestFinished['frames'];
  details: string | null;
  artifacts: TestFinished['artifacts'];
};

export type TestRunTestDocument = ReadModelDocument & {
  accountId: AccountId;
  testRunId: TestRunId;
  projectId: ProjectId;
  testId: TestId;
  /** Number of the copy; null: the run has one copy of each test. */
  copy: number | null;
  file: string;
  name: string;
  line: number | null;
  tags: string[];
  /**
   * Place in its file, as the framework lists it; tests that only showed while they ran come by when they did. Copies
   * of a test follow each other.
   */
  order: number;
  /** Whether the set-up listed it; otherwise it was discovered while it ran. */
  listed: boolean;
  status: TestStatus;
  quarantined: boolean;
  flaky: boolean;
  /** What its last result failed of; null: it did not, or says no error. */
  problemId: ProblemId | null;
  attempts: AttemptDetail[];
  /** Time of the last event about it. */
  updatedAt: string;
};

type Test = Evolved<TestRunTestDocument>;

/** Upper bound of the tests in a chunk of a list; places of the next chunk begin after it. */
const chunkOrder = 10_000;

function withAttempt(test: Test, next: AttemptDetail): AttemptDetail[] {
  if (test.attempts.length === 0) return [next];
  return [...test.attempts.filter(({ attempt }) => attempt !== next.attempt), next].sort(
    (a, b) => a.attempt - b.attempt,
  );
}

/** @param place among the tests of its file */
function orderOf(place: number, copy: number | null): number {
  return place * limits.copies.max + (copy ?? 1) - 1;
}

function listed(event: RecordedEvent & { type: 'TestsListed' }, id: string): Test | null {
  const { testRunId, projectId, chunk, tests, copies } = event.data;
  const { testId: wanted, copy } = parseTestKey(testKeyIn(testRunId, id));
  const found = findListedTest(tests, wanted);
  if (!found) return null;
  const { index } = found;
  const { testId, file, name, line, tags } = found.test;
  return {
    accountId: accountOf(event),
    testRunId,
    projectId,
    testId,
    copy: (copies ?? 1) === 1 ? null : copy,
    file,
    name,
    line,
    tags,
    order: orderOf(chunk * chunkOrder + index, copy),
    listed: true,
    status: 'PENDING',
    quarantined: false,
    flaky: false,
    problemId: null,
    attempts: [],
    updatedAt: event.envelope.occurredAt,
  };
}

function evolve(before: Test | null, event: RecordedEvent, id: string): Test | null {
  if (event.type === 'TestsListed') return listed(event, id);
  const updatedAt = event.envelope.occurredAt;
  if (event.type === 'TestDiscovered') {
    const { testRunId, projectId, testId, copy, file, name, tags, quarantined } = event.data;
    // It is discovered again when the whole command of a lost runner runs again: its results so far stay.
    if (before !== null) return { ...before, status: 'PENDING', quarantined, updatedAt };
    return {
      accountId: accountOf(event),
      testRunId,
      projectId,
      testId,
      copy: copy ?? null,
      file,
      name,
      line: null,
      tags,
      order: orderOf(event.revision, copy ?? null),
      listed: false,
      status: 'PENDING',
      quarantined,
      flaky: false,
      problemId: null,
      attempts: [],
      updatedAt,
    };
  }
  if (before === null) return null;
  const test = { ...before, updatedAt };
  switch (event.type) {
    case 'TestRunStarted':
      return { ...test, quarantined: true };
    case 'TestStarted': {
      const { attempt, runnerId, startedAt } = event.data;
      const next: AttemptDetail = {
        attempt,
        status: 'RUNNING',
        runnerId,
        startedAt,
        durationMs: null,
        timedOut: false,
        error: null,
        details: null,
        artifacts: [],
      };
      return { ...test, status: 'RUNNING', attempts: withAttempt(test, next) };
    }
    case 'TestFinished': {
      const { attempt, status, final, flaky, runnerId, startedAt, durationMs, timedOut, error, frames } = event.data;
      const { details, artifacts } = event.data;
      const texts = { error, ...(frames.length > 0 && { frames }), details };
      const next = { attempt, status, runnerId, startedAt, durationMs, timedOut, ...texts, artifacts };
      return {
        ...test,
        status: final ? status : 'RUNNING',
        flaky: test.flaky || flaky,
        problemId: final && status === 'FAIL' ? problemIdOf(error, event.data.testId) : null,
        attempts: withAttempt(test, next),
      };
    }
    case 'CopiesDiffered':
      return { ...test, flaky: true };
    case 'WorkUnitLost':
      // What it was doing runs again elsewhere; the attempt that was cut off says nothing about the test.
      return { ...test, status: 'PENDING', attempts: test.attempts.filter(({ status }) => status !== 'RUNNING') };
    default:
      return test;
  }
}

function everyCopy({ testRunId, copies = 1 }: { testRunId: TestRunId; copies: number }, tests: TestId[]): string[] {
  return copiesOf(copies).flatMap((copy) => tests.map((testId) => testRunTestIdOf(testRunId, testId, copy)));
}

/** Every test that runners of ours were to run, each copy by itself, with its attempts; those of uploads are in `importedResults`. */
export const testRunTests: Projection<TestRunTestDocument> = {
  name: 'testRunTests',
  version: 6,
  indexes: [
    { testRunId: 1, file: 1, order: 1 },
    { testRunId: 1, position: 1 },
    { testRunId: 1, status: 1 },
  ],
  idsOf: (event) => {
    switch (event.type) {
      case 'TestsListed':
        return everyCopy(
          event.data,
          event.data.tests.map(({ testId }) => testId),
        );
      case 'TestDiscovered':
      case 'TestStarted':
      case 'TestFinished':
        return [testRunTestIdOf(event.data.testRunId, event.data.testId, event.data.copy)];
      case 'TestRunStarted':
        return everyCopy(event.data, event.data.quarantined);
      case 'CopiesDiffered':
        return event.data.tests.flatMap(({ testId, passed }) =>
          passed.map((copy) => testRunTestIdOf(event.data.testRunId, testId, copy)),
        );
      case 'WorkUnitLost':
        return [...new Set([...event.data.unfinished, ...event.data.running])].map((testId) =>
          testRunTestIdOf(event.data.testRunId, testId, event.data.copy),
        );
      default:
        return [];
    }
  },
  evolve,
  topicsOf: ({ accountId, testRunId, testId, copy }) => [
    { accountId, topic: topics.testRunTests(testRunId), id: testKeyOf(testId, copy) },
  ],
};
