import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { BuildId, Nullable, TestSuiteId } from '../ids.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { RunAttributeList } from './runAttributes.ts';
import { TestRunStatus } from './testRunStatus.ts';
import { TagList, TestFilterList } from './testSelection.ts';

/** Project and environment are named by key; what is left out comes from the suite, or else from the project. */
export const CreateTestRunRequest = Type.Object(
  {
    project: Type.String({ minLength: 1, maxLength: 60, description: 'project key' }),
    environment: Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'environment key',
      'x-texts': { blank: messages.selectEnvironment },
    }),
    branch: Type.Optional(Type.String(formFields.branch)),
    ref: Type.Optional(
      Nullable(Type.String({ ...formFields.ref, description: "commit or tag; null: the branch's newest" })),
    ),
    buildId: Type.Optional(
      Nullable(Type.Unsafe<BuildId>({ ...BuildId, description: 'the build to run from; null: the repository' })),
    ),
    latestDeploy: Type.Optional(
      Type.Boolean({
        description: 'run what was last deployed of the project in the environment; branch, ref and buildId follow',
      }),
    ),
    testSuiteId: Type.Optional(
      Nullable(Type.Unsafe<TestSuiteId>({ ...TestSuiteId, description: 'the suite to run; null: none' })),
    ),
    includeTags: Type.Optional(TagList),
    excludedTags: Type.Optional(TagList),
    testFilters: Type.Optional(TestFilterList),
    runners: Type.Optional(Type.Integer(formFields.runners)),
    copies: Type.Optional(
      Type.Integer({
        ...formFields.copies,
        description: 'how often each test is run separately in this run; once by default',
      }),
    ),
    parallelizeByFile: Type.Optional(Type.Boolean()),
    testTimeoutSeconds: Type.Optional(Type.Integer(formFields.testTimeoutSeconds)),
    timeoutMinutes: Type.Optional(Type.Integer(formFields.testRunTimeoutMinutes)),
    priority: Type.Optional(Type.Integer(formFields.priority)),
    retryFailedTests: Type.Optional(Type.Boolean()),
    playwrightProject: Type.Optional(Nullable(Type.String(formFields.playwrightProject))),
    ignoreQuarantine: Type.Optional(Type.Boolean()),
    attributes: Type.Optional(RunAttributeList),
    applyTestSelectionRules: Type.Optional(
      Type.Boolean({ description: 'has no effect yet, as accounts have no such rules: every requested test is run' }),
    ),
  },
  { additionalProperties: false },
);
export type CreateTestRunRequest = Static<typeof CreateTestRunRequest>;

/** A row of results by either of its ids. */
const testOfRun = Type.String({
  maxLength: 170,
  pattern: '^[A-Za-z0-9._-]+$',
  description: "the row's id or its testId",
});

/** Exactly one of the three. */
export const RerunRequest = Type.Object(
  {
    rerunTestRun: Type.Optional(Type.Literal(true)),
    rerunFailedTests: Type.Optional(Type.Literal(true)),
    testIds: Type.Optional(
      Type.Array(testOfRun, {
        minItems: 1,
        maxItems: limits.selectedTests,
        'x-texts': { long: messages.tooManySelected },
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
);
export type RerunRequest = Static<typeof RerunRequest>;

/** `status` is one that a person may set, or the run's own, which changes nothing. */
export const ChangeTestRunRequest = Type.Object({ status: TestRunStatus }, { additionalProperties: false });
