import { type Static, Type } from 'typebox';
import { BuildBlob } from '../builds/buildViews.ts';
import { formFields } from '../formFields.ts';
import { AgentId, BlobId, LeaseId, Nullable, ProjectId, TestId, TestRunId, TestRunnerId, Time } from '../ids.ts';
import { ProjectSettings } from '../projects/projectViews.ts';
import { attemptLimits, CodeFrames, TestSteps } from '../testRuns/attemptDetails.ts';
import { ResultStatus } from '../testRuns/testStatus.ts';
import { mostToolVersions, ToolVersion } from '../testRuns/toolVersions.ts';
import { agentProtocol } from './agentProtocol.ts';
import { ProblemPost } from './problemPost.ts';
import { AgentPublicKey, SealedSecret } from './sealedSecrets.ts';

export const AgentOs = Type.Enum(['LINUX', 'WINDOWS', 'MACOS'] as const);

const version = Nullable(
  Type.String({ maxLength: 100, description: 'as the program reports it; null: not installed' }),
);
const managedVersions = (name: string) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 40,
      description: `versions of ${name} that version managers have installed, the newest first; tests that ask for one get it`,
    }),
  );
/** What tests may need on the agent's machine. */
export const AgentCapabilities = Type.Object(
  {
    chrome: version,
    nodejs: version,
    python: version,
    java: version,
    dotnet: version,
    containers: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'the container engine that tests run in',
      }),
    ),
    sandbox: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'what separates tests from the agent on its own machine; without this and containers nothing separates them',
      }),
    ),
    isolationDefect: Type.Optional(
      Type.String({
        maxLength: 400,
        description: 'what is missing of the isolation of tests, and why',
      }),
    ),
    nodeVersions: managedVersions('Node'),
    pythonVersions: managedVersions('Python'),
  },
  { additionalProperties: false },
);
export type AgentCapabilities = Static<typeof AgentCapabilities>;

export const RegisterAgentRequest = Type.Object(
  {
    agentId: AgentId,
    name: Type.String(formFields.name),
    os: AgentOs,
    capacity: Type.Integer({ minimum: 1, maximum: 256 }),
    pool: Type.Optional(
      Nullable(
        Type.String({
          ...formFields.name,
          description: 'name of the runner pool that its places belong to; without one it serves runs without a pool',
        }),
      ),
    ),
    version: Type.String({ maxLength: 40 }),
    capabilities: AgentCapabilities,
  },
  { additionalProperties: false },
);
export type RegisterAgentRequest = Static<typeof RegisterAgentRequest>;

export const ClaimRequest = Type.Object(
  {
    slots: Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), {
      minItems: 1,
      maxItems: 256,
      description: "the agent's free places",
    }),
    publicKey: AgentPublicKey,
    waitSeconds: Type.Integer({ minimum: 0, maximum: 30 }),
  },
  { additionalProperties: false },
);

/** A test in a run's list. */
export const ListedTest = Type.Object(
  {
    testId: TestId,
    file: Type.String({ maxLength: 1000, description: 'relative to the working directory, with forward slashes' }),
    name: Type.String({ maxLength: 2000 }),
    line: Nullable(Type.Integer()),
    tags: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }),
    selector: Nullable(
      Type.String({
        maxLength: 2000,
        description: 'how the framework selects it, if file and name are not enough',
      }),
    ),
    together: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description:
            'tests of one file with the same key go to one runner, because their framework only runs them together; null or left out: it can run on its own',
        }),
      ),
    ),
  },
  { additionalProperties: false },
);
export type ListedTest = Static<typeof ListedTest>;

/** A test found by the set-up, whether or not the run includes it. */
export const FoundTestInfo = Type.Pick(ListedTest, ['testId', 'file', 'name', 'line', 'tags']);
export type FoundTestInfo = Static<typeof FoundTestInfo>;

/** What every unit of a run needs to know about it. */
export const RunOrder = Type.Object({
  testRunId: TestRunId,
  number: Type.Integer(),
  projectId: ProjectId,
  projectKey: Type.String(),
  settings: ProjectSettings,
  branch: Type.String(),
  ref: Nullable(Type.String({ description: 'what was asked for; null: the newest commit of the branch' })),
  commit: Nullable(Type.String({ description: 'known once the set-up is done' })),
  build: Nullable(BuildBlob),
  includeTags: Type.Array(Type.String()),
  excludedTags: Type.Array(Type.String()),
  testFilters: Type.Array(Type.String()),
  selectedTests: Nullable(Type.Array(TestId)),
  testTimeoutSeconds: Type.Integer(),
  retryFailedTests: Type.Boolean(),
  recordVideo: Type.Boolean(),
  playwrightProject: Nullable(Type.String()),
  environmentKey: Type.String(),
  environmentUrl: Nullable(Type.String()),
  trial: Type.Optional(
    Type.Boolean({
      description: 'a trial of the settings, not a run: it ends with the list, and is reported by reportProjectTrial',
    }),
  ),
});
export type RunOrder = Static<typeof RunOrder>;

/** One unit of work for one place of the agent. Kind `setup`: fetch, install, list. */
export const Assignment = Type.Object({
  leaseId: LeaseId,
  slot: Type.Integer(),
  runnerId: TestRunnerId,
  kind: Type.Enum(['setup', 'tests'] as const),
  unit: Type.Integer(),
  attempt: Type.Integer(),
  copy: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, description: "which of the run's copies; null: the run has a single copy" })),
  ),
  tests: Type.Array(ListedTest, { description: 'empty for the set-up' }),
  earlierAttempts: Type.Array(Type.Object({ testId: TestId, attempts: Type.Integer({ minimum: 1 }) }), {
    description: 'how many results each test has from lost leases of this unit; its next attempt is the one after',
  }),
  run: RunOrder,
  variables: Nullable(SealedSecret),
  deployKey: Nullable(SealedSecret),
  renamed: Type.Optional(
    Type.Array(Type.Object({ renamedId: TestId, testId: TestId }), {
      description: 'new names, by what they alone would make a test, and the tests that they belong to; left out: none',
    }),
  ),
  leaseSeconds: Type.Integer(),
  nextSequence: Type.Integer({ description: "the sequence of this lease's first event" }),
});
export type Assignment = Static<typeof Assignment>;

export const ClaimAnswer = Type.Object({ assignments: Type.Array(Assignment) });
export type ClaimAnswer = Static<typeof ClaimAnswer>;

export const RenewRequest = Type.Object(
  {
    leases: Type.Array(LeaseId, { maxItems: 256 }),
    runs: Type.Array(TestRunId, { maxItems: 256, description: 'runs whose workspace the agent still keeps' }),
    availableDiskSpace: Type.Integer({ minimum: 0, description: 'bytes' }),
    diskSize: Type.Optional(Type.Integer({ minimum: 0, description: 'bytes' })),
    draining: Type.Boolean({ description: 'it takes no more work and exits when its current work is done' }),
  },
  { additionalProperties: false },
);
export type RenewRequest = Static<typeof RenewRequest>;
/** `canceled`: the run ended, so end the process tree and drop the lease. `lost`: another runner has the work now. */
export const RenewAnswer = Type.Object({
  leases: Type.Array(Type.Object({ leaseId: LeaseId, state: Type.Enum(['held', 'lost', 'canceled'] as const) })),
  finishedRuns: Type.Array(TestRunId, {
    description: 'those of the listed runs that are finished: their workspaces can be deleted',
  }),
  order: Type.Optional(
    Type.Enum(['stop', 'replace'] as const, {
      description:
        "stop: hand back current work and exit; replace: take no more work, finish the current work, exit, and rejoin under 'replacedById'; left out: carry on",
    }),
  ),
  replacedById: Type.Optional(AgentId),
});
export type RenewAnswer = Static<typeof RenewAnswer>;

const attempt = Type.Integer({ minimum: 1, description: 'of the test: 2 is its first retry' });
const text = Type.Optional(Nullable(Type.String({ maxLength: agentProtocol.textLimit })));

export const ArtifactPost = Type.Object(
  {
    kind: Type.Enum(['screenshot', 'video', 'file'] as const),
    name: Type.String({ maxLength: 300 }),
    blobId: BlobId,
    size: Type.Integer({ minimum: 0 }),
    mediaType: Type.String({ maxLength: 100 }),
  },
  { additionalProperties: false },
);
export type ArtifactPost = Static<typeof ArtifactPost>;

/**
 * What happened in a unit, in order. Every test of the unit ends with one `testFinished` whose `final` is true; a unit
 * ends with `unitCompleted` (done, or failed with a `problem`) or `unitHandedBack` (another runner does the rest).
 */
export const UnitEvent = Type.Union([
  Type.Object(
    {
      type: Type.Literal('testDiscovered'),
      testId: TestId,
      file: Type.String({ maxLength: 1000 }),
      name: Type.String({ maxLength: 2000 }),
      tags: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { type: Type.Literal('testStarted'), testId: TestId, attempt, startedAt: Time },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      type: Type.Literal('testFinished'),
      testId: TestId,
      attempt,
      status: ResultStatus,
      final: Type.Boolean({ description: 'false: it will be retried' }),
      timedOut: Type.Boolean(),
      startedAt: Time,
      durationMs: Type.Integer({ minimum: 0, maximum: attemptLimits.durationMs }),
      error: text,
      stackTrace: text,
      output: text,
      processOutput: text,
      codeFrames: Type.Optional(CodeFrames),
      steps: Type.Optional(TestSteps),
      artifacts: Type.Array(ArtifactPost, { maxItems: 50 }),
    },
    { additionalProperties: false },
  ),
  Type.Object({ type: Type.Literal('unitCompleted'), problem: Nullable(ProblemPost) }, { additionalProperties: false }),
  Type.Object({ type: Type.Literal('unitHandedBack') }, { additionalProperties: false }),
]);
export type UnitEvent = Static<typeof UnitEvent>;

/** `firstSequence` counts the lease's events; recorded ones are skipped, a gap is refused with 409 unit.sequenceGap. */
export const PostUnitEventsRequest = Type.Object(
  {
    firstSequence: Type.Integer({ minimum: 1 }),
    events: Type.Array(UnitEvent, { minItems: 1, maxItems: agentProtocol.eventsInPost }),
  },
  { additionalProperties: false },
);
export type PostUnitEventsRequest = Static<typeof PostUnitEventsRequest>;
export const PostUnitEventsAnswer = Type.Object({ nextSequence: Type.Integer() });

/** The test list as the set-up uploads it: a JSON blob of this shape, named by its hash. */
export const TestListBlob = Type.Object(
  {
    commit: Nullable(Type.String({ maxLength: 100 })),
    commitMessage: Nullable(Type.String({ maxLength: 500 })),
    foundCount: Type.Integer({ minimum: 0, description: 'before tags, filters and selection' }),
    found: Type.Optional(
      Type.Unsafe<BlobId>({
        ...BlobId,
        description:
          'the tests before tags, filters and selection: a blob with one FoundTestInfo per line; left out if the run includes them all',
      }),
    ),
    listingMs: Type.Optional(
      Type.Integer({ minimum: 0, description: 'how long the framework took to start and list the tests' }),
    ),
    takesTurns: Type.Optional(
      Type.Boolean({ description: "two of the run's runners on one machine would be in each other's way" }),
    ),
    versions: Type.Optional(
      Type.Array(ToolVersion, { maxItems: mostToolVersions, description: 'of what runs the tests, each name once' }),
    ),
    tests: Type.Array(ListedTest),
  },
  { additionalProperties: false },
);
export type TestListBlob = Static<typeof TestListBlob>;
export const PostTestListRequest = Type.Object({ blobId: BlobId }, { additionalProperties: false });

/** A chunk of a log. Repeating one is harmless; one that leaves a gap is refused with 409 log.gap. */
export const PostLogChunkRequest = Type.Object(
  {
    testRunId: TestRunId,
    log: Type.String({
      minLength: 1,
      maxLength: 120,
      pattern: '^[A-Za-z0-9._-]+$',
      description: "'setup', 'test-list' or a runner's id",
    }),
    offset: Type.Integer({ minimum: 0, description: 'in bytes of UTF-8' }),
    text: Type.String({ maxLength: agentProtocol.logChunk }),
  },
  { additionalProperties: false },
);
export const PostLogChunkAnswer = Type.Object({ nextOffset: Type.Integer() });
