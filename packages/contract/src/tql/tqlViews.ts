import { type Static, Type } from 'typebox';
import { Nullable, ProjectId, TestId, TestRunId, Time } from '../ids.ts';
import { TestStatus } from '../testRuns/testStatus.ts';
import { tqlLimits } from './tqlFields.ts';

/** A query in the language of docs/query-language.md, as text. */
export const TqlText = Type.String({ maxLength: tqlLimits.length, description: 'a query: see docs/query-language.md' });

export const TqlRequest = Type.Object({ tql: TqlText }, { additionalProperties: false });
export type TqlRequest = Static<typeof TqlRequest>;

/** A result that a query found, with what the query could ask about. */
export const TqlResult = Type.Object({
  testRunId: TestRunId,
  run: Type.Integer({ description: "the run's number" }),
  testId: TestId,
  testKey: Type.String({ description: 'which test of the run, and which of its copies' }),
  projectId: ProjectId,
  project: Type.String({ description: "the project's name" }),
  environment: Type.String({ description: "the environment's name" }),
  suite: Nullable(Type.String({ description: "the test suite's name; null: not of a suite" })),
  branch: Type.String(),
  commit: Nullable(Type.String()),
  date: Type.String({ ...Time, description: 'when the run was created' }),
  file: Type.String(),
  name: Type.String(),
  tags: Type.Array(Type.String()),
  status: TestStatus,
  flaky: Type.Boolean(),
  quarantined: Type.Boolean(),
  attempts: Type.Integer({ minimum: 0 }),
  duration: Nullable(Type.Integer({ description: 'of the last attempt, milliseconds; null: it has not ended' })),
  error: Nullable(Type.String({ description: 'head of the message' })),
});
export type TqlResult = Static<typeof TqlResult>;

/** The results that a query found, and how much was searched for them. */
export const TqlAnswer = Type.Object({
  results: Type.Array(TqlResult),
  complete: Type.Boolean({
    description: 'false: the time or the number of results that one query may search was used up before the end',
  }),
  searchedRuns: Type.Integer({ minimum: 0 }),
  searchedResults: Type.Integer({ minimum: 0 }),
});
export type TqlAnswer = Static<typeof TqlAnswer>;
