import { type Static, Type } from 'typebox';
import { Nullable, Position, ProjectId, TestSuiteId, Time } from '../ids.ts';
import { limits } from '../limits.ts';
import { TagList, TestFilterList } from '../testRuns/testSelection.ts';
import { testSuiteClasses } from './classifyTestSuite.ts';
import { testSuiteTypes } from './testSuiteTypes.ts';

const name = Type.String({ minLength: 1, maxLength: 100 });

/** Which of a project's tests belong to a suite, and how they are run. */
export const TestSuiteSettings = Type.Object(
  {
    type: Type.Enum(testSuiteTypes),
    description: Nullable(Type.String({ maxLength: 2000 })),
    maxRunners: Nullable(Type.Integer({ minimum: 1, maximum: 1000, description: "null: the project's own number" })),
    includeTags: TagList,
    excludedTags: TagList,
    testFilters: TestFilterList,
    testTimeoutSeconds: Type.Integer({
      minimum: limits.testTimeoutSeconds.min,
      maximum: limits.testTimeoutSeconds.max,
    }),
    timeoutMinutes: Type.Integer({
      minimum: limits.testRunTimeoutMinutes.min,
      maximum: limits.testRunTimeoutMinutes.max,
    }),
    retryFailedTests: Type.Boolean(),
    priority: Nullable(
      Type.Integer({
        minimum: limits.priority.min,
        maximum: limits.priority.max,
        description: 'null: what runs have that name none',
      }),
    ),
    parallelizeByFile: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type TestSuiteSettings = Static<typeof TestSuiteSettings>;

/** A new suite. Name and both time-outs are required; other settings default to those of the project. */
export const CreateTestSuiteRequest = Type.Object(
  {
    name,
    ...Type.Partial(TestSuiteSettings).properties,
    testTimeoutSeconds: TestSuiteSettings.properties.testTimeoutSeconds,
    timeoutMinutes: TestSuiteSettings.properties.timeoutMinutes,
  },
  { additionalProperties: false },
);
export type CreateTestSuiteRequest = Static<typeof CreateTestSuiteRequest>;

/** A changed suite: only what is there changes. */
export const ChangeTestSuiteRequest = Type.Object(
  { name: Type.Optional(name), ...Type.Partial(TestSuiteSettings).properties },
  { additionalProperties: false },
);
export type ChangeTestSuiteRequest = Static<typeof ChangeTestSuiteRequest>;

const { testTimeoutSeconds, timeoutMinutes, ...shown } = TestSuiteSettings.properties;

export const TestSuiteView = Type.Object({
  id: TestSuiteId,
  projectId: ProjectId,
  name: Type.String(),
  archived: Type.Boolean(),
  ...shown,
  timeouts: Type.Object({ testTimeoutSeconds, timeoutMinutes }),
  classification: Type.Enum(testSuiteClasses, { description: 'the kind of tests, as far as it can be told' }),
  createdAt: Time,
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type TestSuiteView = Static<typeof TestSuiteView>;
