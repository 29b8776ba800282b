import { type Static, Type } from 'typebox';
import { Nullable, ProjectId, TestId, TestRunId, Time } from '../ids.ts';
import { TestRunStatus } from '../testRuns/testRunStatus.ts';
import { TestStatus } from '../testRuns/testStatus.ts';

export const FoundTestRun = Type.Object({
  id: TestRunId,
  number: Type.Integer(),
  status: TestRunStatus,
  nothingCouldPass: Type.Boolean(),
  projectName: Type.String(),
  testSuiteName: Nullable(Type.String({ description: 'null: not of a suite' })),
  environmentName: Type.String(),
  branch: Type.String(),
  createdAt: Time,
});
export type FoundTestRun = Static<typeof FoundTestRun>;

export const FoundTest = Type.Object({
  id: TestId,
  projectId: ProjectId,
  projectName: Type.String(),
  file: Type.String(),
  name: Type.String(),
  testRunId: Type.Unsafe<TestRunId>({ ...TestRunId, description: 'the last run that it has a result in' }),
  status: TestStatus,
  flaky: Type.Boolean(),
});
export type FoundTest = Static<typeof FoundTest>;

/** What has every word that was looked for; the first few of each. */
export const SearchAnswer = Type.Object({ testRuns: Type.Array(FoundTestRun), tests: Type.Array(FoundTest) });
export type SearchAnswer = Static<typeof SearchAnswer>;
