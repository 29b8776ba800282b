import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { gitServices } from '../authorizations/gitServices.ts';
import { formFields } from '../formFields.ts';
import { Nullable, Position, ProjectId, TestId, TestRunId, Time, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { TestRunStatus } from '../testRuns/testRunStatus.ts';
import { FlakyRules, usualFlakyRules } from './flakyRules.ts';
import { gitProviders } from './gitRepository.ts';

export const testingFrameworks = [
  'CucumberJS',
  'Cypress',
  'Ingenious',
  'NightWatch',
  'NUnit',
  'Playwright',
  'PyTest',
  'TestNG',
  'WebDriverIO',
  'Other',
] as const;
export type TestingFramework = (typeof testingFrameworks)[number];

/** What executes a project's tests. */
export const projectRunners = ['dotnet', 'dotnetcore', 'cucumberjs', 'java', 'testng', 'ruby', 'other'] as const;
export type ProjectRunner = (typeof projectRunners)[number];

/** How a project's tests are fetched and run. */
export const ProjectSettings = Type.Object(
  {
    description: Nullable(Type.String(formFields.description)),
    gitUrl: Nullable(
      Type.String({
        maxLength: formFields.gitUrl.maxLength,
        description: 'https, ssh or a local path; null: no repository, tests are run from uploaded builds',
      }),
    ),
    defaultBranch: Type.String(formFields.defaultBranch),
    testingFramework: Type.Enum(testingFrameworks, { 'x-texts': { blank: messages.selectFramework } }),
    otherFramework: Nullable(
      Type.String({ ...formFields.otherFramework, description: 'its name, if the framework is Other' }),
    ),
    testingFrameworkVersion: Nullable(
      Type.String({
        ...formFields.testingFrameworkVersion,
        description: 'the version the project uses; required for Cypress',
      }),
    ),
    usingSelenium: Nullable(
      Type.Boolean({ description: 'NUnit, CucumberJS and TestNG: whether tests drive a browser; null: unknown' }),
    ),
    usingDotnetCore: Nullable(Type.Boolean({ description: 'NUnit: .NET Core, not .NET Framework; null: not said' })),
    testTags: Type.Array(Type.String(formFields.testTag), {
      maxItems: limits.testTags,
      description: 'tags of its tests, offered wherever tests are chosen',
    }),
    testCommand: Nullable(
      Type.String({ ...formFields.command, description: 'Other and Ingenious: runs the tests and writes JUnit XML' }),
    ),
    resultFiles: Type.Array(Type.String(formFields.resultFile), {
      maxItems: limits.resultFiles,
      description: 'Other and Ingenious: globs of the JUnit XML files, relative to the working directory',
    }),
    installCommand: Nullable(
      Type.String({
        ...formFields.command,
        description: "runs before the tests; null: the framework's default",
      }),
    ),
    buildCommand: Nullable(
      Type.String({ ...formFields.command, description: 'runs after the installation, once for each run and agent' }),
    ),
    serverCommand: Nullable(
      Type.String({
        ...formFields.command,
        description: 'starts the server that the tests need, and is ended with everything it started after them',
      }),
    ),
    serverUrl: Nullable(
      Type.String({
        ...formFields.url,
        description:
          'the tests begin once it answers. With $ASSAY_PORT in it every runner has a server of its own; else runners of a machine take turns',
      }),
    ),
    frameworkArguments: Type.Array(Type.String(formFields.frameworkArgument), {
      maxItems: limits.frameworkArguments,
      description: 'more arguments for the framework, for the list of tests and for the tests; not for an own command',
    }),
    testPackages: Type.Array(Type.String(formFields.testPackage), {
      maxItems: limits.testPackages,
      description: 'TestNG only: the packages that hold the tests, including subpackages',
    }),
    testArtifacts: Type.Array(Type.String(formFields.testArtifact), {
      maxItems: limits.testArtifacts,
      description: 'NUnit only: the DLLs that hold the tests, relative to the working directory',
    }),
    workingDirectory: Nullable(Type.String(formFields.path)),
    configFile: Nullable(Type.String(formFields.path)),
    testTimeoutSeconds: Type.Integer(formFields.testTimeoutSeconds),
    testRunTimeoutMinutes: Type.Integer(formFields.testRunTimeoutMinutes),
    retryFailedTests: Type.Boolean(),
    defaultToParallelizeByFile: Type.Boolean(),
    defaultMaxRunners: Type.Integer(formFields.runners),
    recordVideo: Type.Boolean(),
    cancelOlderTestRunsIfEquivalent: Type.Boolean({
      description: 'a new run replaces unfinished ones that ask for the same tests, environment and branch',
    }),
    quarantineFlakyTests: Type.Boolean({
      description: 'a test that fails and then passes on one commit is quarantined automatically',
    }),
    screenshotNamesInOutput: Type.Boolean({
      description: 'pictures and videos that a test names in its output are attached to it',
    }),
    flakyRules: FlakyRules,
  },
  { additionalProperties: false },
);
export type ProjectSettings = Static<typeof ProjectSettings>;

const projectName = Type.String(formFields.name);
/** What is stored may be older than this rule. */
const gitUrl = Type.Optional(Nullable(Type.String(formFields.gitUrl)));

/** Names the repository instead of its URL: at the address of the connected service, or at the public one. */
const repositoryParts = {
  gitProvider: Type.Optional(
    Nullable(Type.Enum(gitServices, { description: 'with gitOwner and gitRepo, in place of gitUrl' })),
  ),
  gitOwner: Type.Optional(Nullable(Type.String(formFields.gitOwner))),
  gitRepo: Type.Optional(Nullable(Type.String(formFields.gitRepo))),
};

/** A new project; what is left out takes the documented default. */
export const CreateProjectRequest = Type.Object(
  {
    name: projectName,
    key: Type.String(formFields.key),
    ...Type.Partial(ProjectSettings).properties,
    gitUrl,
    ...repositoryParts,
    testingFramework: ProjectSettings.properties.testingFramework,
  },
  { additionalProperties: false },
);
export type CreateProjectRequest = Static<typeof CreateProjectRequest>;

/** Changes to a project: only fields sent are changed. The key never changes. */
export const ChangeProjectRequest = Type.Object(
  { name: Type.Optional(projectName), ...Type.Partial(ProjectSettings).properties, gitUrl, ...repositoryParts },
  { additionalProperties: false },
);
export type ChangeProjectRequest = Static<typeof ChangeProjectRequest>;

/** The settings of a new project. */
export const defaultProjectSettings = {
  description: null,
  gitUrl: null,
  defaultBranch: 'master',
  otherFramework: null,
  testingFrameworkVersion: null,
  usingSelenium: null,
  usingDotnetCore: null,
  testTags: [],
  testCommand: null,
  resultFiles: [],
  testPackages: [],
  testArtifacts: [],
  installCommand: null,
  buildCommand: null,
  serverCommand: null,
  serverUrl: null,
  frameworkArguments: [],
  workingDirectory: null,
  configFile: null,
  testTimeoutSeconds: limits.testTimeoutSeconds.default,
  testRunTimeoutMinutes: limits.testRunTimeoutMinutes.default,
  retryFailedTests: false,
  defaultToParallelizeByFile: true,
  defaultMaxRunners: 2,
  recordVideo: true,
  cancelOlderTestRunsIfEquivalent: false,
  quarantineFlakyTests: false,
  screenshotNamesInOutput: false,
  flakyRules: usualFlakyRules,
} satisfies Omit<ProjectSettings, 'testingFramework'>;

export const ProjectView = Type.Object({
  id: ProjectId,
  key: Type.String(),
  name: Type.String(),
  archived: Type.Boolean(),
  ...ProjectSettings.properties,
  runner: Type.Enum(projectRunners, { description: 'what runs its tests, by framework' }),
  gitProvider: Nullable(
    Type.Enum(gitProviders, { description: 'from the git URL; null: no repository, or self-hosted' }),
  ),
  gitOwner: Nullable(Type.String({ description: 'where the provider is known' })),
  gitRepo: Nullable(Type.String({ description: 'where the provider is known' })),
  allowParallelizationOption: Type.Boolean({
    description: 'whether a run can split files; if not, parallelizeByFile has no effect',
  }),
  usingWorkingDirectory: Type.Boolean(),
  hasTests: Type.Boolean(),
  hasRepo: Type.Boolean(),
  hasDeploy: Type.Boolean({ description: 'whether any version was deployed' }),
  hasBuildArtifacts: Type.Boolean({ description: 'whether its tests are run from uploaded builds' }),
  createdAt: Time,
  lastRun: Nullable(
    Type.Object({
      testRunId: Type.String(),
      number: Type.Integer(),
      status: TestRunStatus,
      nothingCouldPass: Type.Boolean(),
      createdAt: Time,
    }),
  ),
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type ProjectView = Static<typeof ProjectView>;

/** A test's result in an earlier run, short because lists hold many thousands. */
export const RecentOutcome = Type.Object({
  status: Type.String({ description: 'PASS, FAIL, IGNORED or NOT_RUN' }),
  flaky: Type.Boolean(),
  durationMs: Type.Integer(),
});
export type RecentOutcome = Static<typeof RecentOutcome>;

/** One finished result in a test's recent history; lists are newest first. */
export const RecentResult = Type.Object({
  ...RecentOutcome.properties,
  testRunId: Type.String(),
  number: Type.Integer(),
  at: Time,
  commit: Nullable(Type.String()),
});
export type RecentResult = Static<typeof RecentResult>;

/** A test of a project, over all its runs. */
export const ProjectTestView = Type.Object({
  id: TestId,
  projectId: ProjectId,
  file: Type.String(),
  name: Type.String(),
  tags: Type.Array(Type.String()),
  quarantined: Type.Boolean(),
  quarantinedAt: Nullable(Time),
  quarantinedByEmail: Nullable(Type.String()),
  quarantineReason: Nullable(Type.String()),
  quarantinedUntil: Nullable(Type.String({ ...Time, description: 'when it ends by itself; null: never' })),
  quarantineOwner: PersonView,
  recent: Type.Array(RecentResult, { description: 'up to ten, newest first' }),
});
export type ProjectTestView = Static<typeof ProjectTestView>;

/** Of a test that is quarantined already `until` and `ownerUserId` change where they are named; its reason stays. */
export const QuarantineRequest = Type.Object(
  {
    reason: Type.Optional(Nullable(Type.String({ ...formFields.description, maxLength: 500 }))),
    until: Type.Optional(
      Nullable(Type.String({ ...Time, description: 'when it ends by itself, in the future; null: never' })),
    ),
    ownerUserId: Type.Optional(
      Nullable(
        Type.Unsafe<UserId>({ ...UserId, description: 'who is reminded before it ends; null: whoever quarantines it' }),
      ),
    ),
  },
  { additionalProperties: false },
);

/** A quarantine that ends soon, for whoever sees to it. */
export const EndingQuarantine = Type.Object({
  projectId: ProjectId,
  projectName: Type.String(),
  testId: TestId,
  file: Type.String(),
  name: Type.String(),
  reason: Nullable(Type.String()),
  until: Time,
  by: PersonView,
  testRunId: Nullable(Type.Unsafe<TestRunId>({ ...TestRunId, description: 'the newest with a result of the test' })),
});
export type EndingQuarantine = Static<typeof EndingQuarantine>;

/** The repository that a project without one gets, by its URL or by provider, owner and name. */
export const AttachTestCodeRequest = Type.Object(
  {
    gitUrl: Type.Optional(Type.String(formFields.gitUrl)),
    ...repositoryParts,
    defaultBranch: Type.Optional(Type.String(formFields.defaultBranch)),
  },
  { additionalProperties: false },
);
export type AttachTestCodeRequest = Static<typeof AttachTestCodeRequest>;

export const BranchView = Type.Object({ name: Type.String(), commit: Type.String() });
export const CommitView = Type.Object({
  id: Type.String(),
  user: Type.String({ description: 'the name of its author' }),
  userId: Nullable(
    Type.Unsafe<UserId>({ ...UserId, description: "the member with its author's e-mail address; null: nobody has it" }),
  ),
  date: Time,
  message: Type.String(),
});
export type CommitView = Static<typeof CommitView>;
