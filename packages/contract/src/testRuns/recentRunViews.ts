import { type Static, Type } from 'typebox';
import { EnvironmentId, Nullable, Position, TestRunId, Time } from '../ids.ts';
import { TestRunView } from './testRunViews.ts';

export const recentRunFields = [
  'id',
  'number',
  'status',
  'statusDisplay',
  'statusInfo',
  'nothingCouldPass',
  'projectId',
  'project',
  'environmentId',
  'environmentName',
  'testSuiteId',
  'testSuiteName',
  'attributes',
  'branch',
  'commit',
  'gitRef',
  'build',
  'createdAt',
  'startTime',
  'endTime',
  'calculatedDuration',
  'usualDuration',
  'testCount',
  'passCount',
  'failCount',
  'ignoredCount',
  'notRunCount',
  'runningCount',
  'flakyCount',
  'remainingTests',
] as const satisfies readonly (keyof TestRunView)[];

/** A run as a card of the dashboard shows it. */
export type RecentRunView = Pick<TestRunView, (typeof recentRunFields)[number]>;
const RecentRunView = Type.Unsafe<RecentRunView>(Type.Pick(TestRunView, recentRunFields));

const runMarkFields = ['id', 'number', 'status', 'nothingCouldPass', 'calculatedDuration'] as const;

/** A run as one of the small bars of an environment. */
export type RunMark = Pick<TestRunView, (typeof runMarkFields)[number]>;
const RunMark = Type.Unsafe<RunMark>(Type.Pick(TestRunView, runMarkFields));

/** What a failing run follows, among the runs of its project, suite and environment that match the filters. */
export const FailingSince = Type.Object({
  first: Type.Object({ id: TestRunId, number: Type.Integer(), endTime: Nullable(Time) }),
  lastPass: Nullable(Type.Object({ id: TestRunId, number: Type.Integer() }, { description: 'null: it never passed' })),
});
export type FailingSince = Static<typeof FailingSince>;

const LatestRun = Type.Object({
  run: RecentRunView,
  failingSince: Nullable(FailingSince),
  countsUnknown: Type.Optional(
    Type.Literal(true, {
      description:
        'of a moment of the past at which the run was in progress: how its tests stood is in its replay only',
    }),
  ),
});

export const EnvironmentRuns = Type.Object({
  environmentId: EnvironmentId,
  latest: Type.Array(LatestRun, {
    description: 'the newest run of each project and suite, and every one in progress, newest first',
  }),
  recent: Type.Array(RunMark, { description: 'up to ten runs, newest first' }),
  lastRunAt: Nullable(Type.String({ ...Time, description: 'of any run, whatever the filters; null: none yet' })),
});
export type EnvironmentRuns = Static<typeof EnvironmentRuns>;

export const RecentForEnvironments = Type.Object({ environments: Type.Array(EnvironmentRuns), position: Position });
export type RecentForEnvironments = Static<typeof RecentForEnvironments>;
