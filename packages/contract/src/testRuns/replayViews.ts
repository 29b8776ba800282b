import { type Static, Type } from 'typebox';
import { Nullable, Position, Time } from '../ids.ts';
import { TestResultRow } from './testResultViews.ts';
import { TestRunnerView, TestRunView } from './testRunViews.ts';

/** What changes of a run while it goes on. */
export const ReplayedRun = Type.Pick(TestRunView, [
  'status',
  'statusDisplay',
  'statusInfo',
  'nothingCouldPass',
  'commit',
  'commitMessage',
  'gitRef',
  'startTime',
  'endTime',
  'calculatedDuration',
  'totalTestingTime',
  'totalCount',
  'testCount',
  'passCount',
  'failCount',
  'ignoredCount',
  'notRunCount',
  'flakyCount',
  'runningCount',
  'remainingTests',
  'quarantineTotalCount',
  'quarantineFailCount',
  'quarantineTotalTestingTime',
  'nonExitedRunners',
  'currentRunnerCount',
  'idleRunnerCount',
  'runnersNeeded',
  'remainingMessages',
]);
export type ReplayedRun = Static<typeof ReplayedRun>;

/** What changes of a test while its run goes on. */
export const ReplayedTest = Type.Pick(TestResultRow, [
  'status',
  'startTime',
  'endTime',
  'duration',
  'testRunnerId',
  'runnerUuid',
  'attempts',
  'severalAttempts',
  'flaky',
  'quarantined',
  'timedOut',
  'error',
  'hasResults',
  'screenshots',
]);
export type ReplayedTest = Static<typeof ReplayedTest>;

/** A test that is known and has not started. */
export const unstartedTest: ReplayedTest = {
  status: 'PENDING',
  startTime: null,
  endTime: null,
  duration: null,
  testRunnerId: null,
  runnerUuid: null,
  attempts: 0,
  severalAttempts: [],
  flaky: false,
  quarantined: false,
  timedOut: false,
  error: null,
  hasResults: false,
  screenshots: 0,
};

export const replayMarks = ['failure', 'retry', 'agentLost', 'statusSet'] as const;
export type ReplayMark = (typeof replayMarks)[number];

const milliseconds = (description: string) =>
  Type.Integer({ minimum: 0, description: `milliseconds since the run was created: ${description}` });

/** An event of a run and what it changed. Fields that an event leaves as they were are left out. */
export const ReplayFrame = Type.Object({
  t: milliseconds('when the service learned of it'),
  happened: Type.Optional(milliseconds('when it happened, if the service learned of it late')),
  position: Position,
  event: Type.String({ description: 'its type' }),
  mark: Type.Optional(Type.Enum(replayMarks, { description: 'why somebody may look for it' })),
  set: Type.Optional(Type.Partial(ReplayedRun)),
  add: Type.Optional(
    Type.Record(Type.String(), Type.Integer(), {
      description: 'fields of the run that grew or shrank, and by how much',
    }),
  ),
  listed: Type.Optional(Type.Array(Type.String(), { description: 'keys of tests that are new and have not started' })),
  tests: Type.Optional(
    Type.Record(Type.String(), Type.Partial(ReplayedTest), {
      description: 'by key; of a new test, against an unstarted one',
    }),
  ),
  runners: Type.Optional(
    Type.Record(Type.String(), Type.Partial(TestRunnerView), { description: 'by id; of a new runner, all of it' }),
  ),
});
export type ReplayFrame = Static<typeof ReplayFrame>;

/** Frames in the order in which the service learned of the events. */
export const ReplayPage = Type.Object({
  frames: Type.Array(ReplayFrame),
  createdAt: Time,
  next: Nullable(
    Type.Unsafe<Position>({ ...Position, description: '`after` of the next page; null: these are the last frames' }),
  ),
});
export type ReplayPage = Static<typeof ReplayPage>;
