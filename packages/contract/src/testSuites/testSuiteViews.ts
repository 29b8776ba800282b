import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Nullable, Position, ProjectId, TestSuiteId, Time } from '../ids.ts';
import { TagList, TestFilterList } from '../testRuns/testSelection.ts';
import { testSuiteClasses } from './classifyTestSuite.ts';
import { testSuiteTypes } from './testSuiteTypes.ts';

const name = Type.String(formFields.name);

/** Which of a project's tests belong to a suite, and how they are run. */
export const TestSuiteSettings = Type.Object(
  {
    type: Type.Enum(testSuiteTypes),
    description: Nullable(Type.String(formFields.description)),
    maxRunners: Nullable(Type.Integer({ ...formFields.runners, description: "null: the project's own number" })),
    includeTags: TagList,
    excludedTags: TagList,
    testFilters: TestFilterList,
    testTimeoutSeconds: Type.Integer(formFields.testTimeoutSeconds),
    timeoutMinutes: Type.Integer(formFields.testRunTimeoutMinutes),
    retryFailedTests: Type.Boolean(),
    priority: Nullable(
      Type.Integer({
        ...formFields.priority,
        description: 'null: the default for runs that name none',
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

const { testTimeoutSeconds, timeoutMinutes, ...shown } = TestSuiteSettings.properties;
const timeouts = Type.Object({ testTimeoutSeconds, timeoutMinutes }, { additionalProperties: false });

/** Changes to a suite: only fields sent are changed. Time-outs are sent each by itself, or both as they are shown. */
export const ChangeTestSuiteRequest = Type.Object(
  { name: Type.Optional(name), ...Type.Partial(TestSuiteSettings).properties, timeouts: Type.Optional(timeouts) },
  { additionalProperties: false },
);
export type ChangeTestSuiteRequest = Static<typeof ChangeTestSuiteRequest>;

export const TestSuiteView = Type.Object({
  id: TestSuiteId,
  projectId: ProjectId,
  name: Type.String(),
  archived: Type.Boolean(),
  ...shown,
  timeouts,
  classification: Type.Enum(testSuiteClasses, { description: 'the kind of tests, as far as it is known' }),
  createdAt: Time,
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type TestSuiteView = Static<typeof TestSuiteView>;
