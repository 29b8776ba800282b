import type {
  AccountId,
  AgentId,
  BuildId,
  EnvironmentId,
  PipelineStageId,
  Position,
  ProjectId,
  RoleType,
  RunnerPoolId,
  TestId,
  TestRunId,
  TestRunStatus,
  TestSuiteId,
  UserId,
  UserView,
} from '@assay/contract';
import type { Db } from 'mongodb';
import { findAccount } from './accounts/findAccount.ts';
import { countRunningAgents, findAgent, findAgents, findAllAgents } from './agents/findAgents.ts';
import { findAuditEntries } from './auditEntries/findAuditEntries.ts';
import { findBuild, findBuildPage } from './builds/findBuilds.ts';
import { type Collections, liveCollections } from './collections.ts';
import { type DeployQuery, findDeployPage, findDeploysOfRun, findLatestDeploy } from './deploys/findDeploys.ts';
import { findEnvironments, findEnvironmentsOfStage } from './environments/findEnvironments.ts';
import { findRole, findUser, isStaff } from './people/findPeople.ts';
import { findPipelineStages } from './pipelineStages/findPipelineStages.ts';
import { isPace, type Pace, projectedTopic, rebuiltTopic } from './projection.ts';
import { projectionCatalogue } from './projectionCatalogue.ts';
import type { ProjectionState } from './projectionStates.ts';
import { findProjectStats } from './projects/findProjectStats.ts';
import { findProjects } from './projects/findProjects.ts';
import { openTestsByDays, type TestsByDaysReader } from './projects/testsByDays.ts';
import { findExpectedDurations } from './projectTests/expectedDurations.ts';
import { findProjectTest, findProjectTests } from './projectTests/findProjectTests.ts';
import { findRunnerPools, findRunnerPoolsNamed } from './runnerPools/findRunnerPools.ts';
import { countSetAsideReactions, findSetAsideReactions } from './setAsideReactions/findSetAsideReactions.ts';
import { findTestRunners } from './testRunDetails/findTestRunners.ts';
import { findTestRunHistory } from './testRunHistory/findTestRunHistory.ts';
import { findTestRun, findTestRunPage, type TestRunQuery } from './testRunSummaries/findTestRuns.ts';
import type { TestRunSummaryDocument } from './testRunSummaries/testRunSummaries.ts';
import { findTestList } from './testRunTests/findTestList.ts';
import {
  findFailedTests,
  findFlakyTests,
  findMissingTests,
  findTestResult,
  findTestResults,
  type TestResultsQuery,
} from './testRunTests/findTestResults.ts';
import { findTestSuite, findTestSuites } from './testSuites/findTestSuites.ts';

/** How often readers look whether a read model has been rebuilt, where no notice told them. */
const statesMs = 2_000;
const pollMs = 5;

const prompt = projectionCatalogue.filter(({ pace }) => pace !== 'trailing').map(({ name }) => name);
/** Which read models must have come to a position; trailing ones are never ahead of the others. */
const namesOf: Record<Pace, readonly string[]> = { prompt, trailing: projectionCatalogue.map(({ name }) => name) };

/** Reads of one account: the account is in every query, because there is no other way to make one. */
function accountScope(
  collections: () => Promise<Collections>,
  accountId: AccountId,
  projected: () => Promise<Position>,
  testsByDays: TestsByDaysReader,
) {
  return {
    account: async () => findAccount(await collections(), accountId),
    testRunPage: async (query: TestRunQuery) =>
      findTestRunPage(await collections(), accountId, query, await projected()),
    testRun: async (testRunId: TestRunId) => findTestRun(await collections(), accountId, testRunId),
    testResults: async (testRunId: TestRunId, query: TestResultsQuery) =>
      // The position is read first: what comes between is sent twice rather than missed.
      projected().then(async (position) => findTestResults(await collections(), accountId, testRunId, query, position)),
    testResult: async (testRunId: TestRunId, testKey: string) =>
      findTestResult(await collections(), accountId, testRunId, testKey),
    failedTests: async (testRunId: TestRunId) => findFailedTests(await collections(), accountId, testRunId),
    missingTests: async (testRunId: TestRunId, testIds: readonly TestId[]) =>
      findMissingTests(await collections(), accountId, testRunId, testIds),
    testList: async (testRunId: TestRunId, page: { offset: number; limit: number }) =>
      findTestList(await collections(), accountId, testRunId, page),
    testRunners: async (testRunId: TestRunId) => findTestRunners(await collections(), accountId, testRunId),
    history: async (testRunId: TestRunId) => findTestRunHistory(await collections(), accountId, testRunId),
    projects: async () => findProjects(await collections(), accountId, { archived: false }),
    project: async (projectId: ProjectId) =>
      (await findProjects(await collections(), accountId, { _id: projectId }))[0] ?? null,
    projectByKey: async (key: string) =>
      (await findProjects(await collections(), accountId, { key, archived: false }))[0] ?? null,
    projectTests: async (projectId: ProjectId, options: { quarantinedOnly: boolean }) =>
      findProjectTests(await collections(), accountId, projectId, options),
    projectTest: async (projectId: ProjectId, testId: TestId) =>
      findProjectTest(await collections(), accountId, projectId, testId),
    buildPage: async (projectId: ProjectId, page: { offset: number; limit: number }) =>
      findBuildPage(await collections(), accountId, { projectId, ...page }, await projected()),
    build: async (projectId: ProjectId, buildId: BuildId) =>
      findBuild(await collections(), accountId, projectId, buildId),
    projectStats: async (projectId: ProjectId, now: Date) =>
      findProjectStats(await collections(), accountId, projectId, now, testsByDays),
    deployPage: async (query: DeployQuery) => findDeployPage(await collections(), accountId, query, await projected()),
    latestDeploy: async (projectId: ProjectId, environmentId: EnvironmentId) =>
      findLatestDeploy(await collections(), accountId, projectId, environmentId),
    deploysOfRun: async (testRunId: TestRunId) => findDeploysOfRun(await collections(), accountId, testRunId),
    testSuites: async (projectId?: ProjectId) => findTestSuites(await collections(), accountId, projectId),
    testSuite: async (projectId: ProjectId, testSuiteId: TestSuiteId) =>
      findTestSuite(await collections(), accountId, projectId, testSuiteId),
    environments: async () => findEnvironments(await collections(), accountId, { archived: false }),
    environment: async (environmentId: string) =>
      (await findEnvironments(await collections(), accountId, { _id: environmentId }))[0] ?? null,
    environmentByKey: async (key: string) =>
      (await findEnvironments(await collections(), accountId, { key, archived: false }))[0] ?? null,
    pipelineStages: async () => findPipelineStages(await collections(), accountId),
    pipelineStage: async (pipelineStageId: PipelineStageId) =>
      (await findPipelineStages(await collections(), accountId, { _id: pipelineStageId }))[0] ?? null,
    stagesOfPool: async (runnerPoolId: RunnerPoolId) =>
      findPipelineStages(await collections(), accountId, {
        $or: [{ linuxRunnerPoolId: runnerPoolId }, { windowsRunnerPoolId: runnerPoolId }],
      }),
    runnerPools: async () => findRunnerPools(await collections(), accountId),
    runnerPool: async (runnerPoolId: RunnerPoolId) =>
      (await findRunnerPools(await collections(), accountId, { _id: runnerPoolId }))[0] ?? null,
    auditTrail: async (subject: string) => findAuditEntries(await collections(), accountId, subject),
    environmentsOfStage: async (pipelineStageId: PipelineStageId) =>
      findEnvironmentsOfStage(await collections(), accountId, pipelineStageId),
    agents: async () => findAgents(await collections(), accountId),
  };
}

export type AccountReads = ReturnType<typeof accountScope>;

export type ReadModels = {
  of(accountId: AccountId): AccountReads;
  user(userId: UserId): Promise<UserView | null>;
  roleOf(userId: UserId, accountId: AccountId): Promise<RoleType | null>;
  isStaff(userId: UserId): Promise<boolean>;
  /** Every agent, of whatever account. */
  allAgents(): ReturnType<typeof findAllAgents>;
  agent(agentId: AgentId): ReturnType<typeof findAgent>;
  /** Pools that agents name so, of one account, or (null) of every one. */
  runnerPoolsNamed(name: string, accountId: AccountId | null): ReturnType<typeof findRunnerPoolsNamed>;
  /** Reactions of the automation that keep failing, of every account. */
  setAsideReactions(page: { offset: number; limit: number }): ReturnType<typeof findSetAsideReactions>;
  setAsideReactionCount(): Promise<number>;
  runningAgents(): ReturnType<typeof countRunningAgents>;
  /** For the service's own automation, over all accounts: runs that have not finished, oldest first. */
  unfinishedRuns(): Promise<TestRunSummaryDocument[]>;
  /** Tests that failed and then passed in a run, and were not quarantined in it. */
  flakyTests(testRunId: TestRunId): ReturnType<typeof findFlakyTests>;
  expectedDurations(projectId: ProjectId): Promise<Map<TestId, number>>;
  /** How far every read model is; null before the first event. */
  projected(): Promise<{ position: Position | null; rebuilding: boolean }>;
  /**
   * Takes what a notice tells of the read models themselves: how far they are, or that one was rebuilt. Where nobody
   * tells, the stored positions are asked, which are behind by up to a tenth of a second.
   */
  hear(notice: { topic: string; ids: readonly string[]; position: Position | null }): void;
  /** Notices were missed: one of them may have told that a read model was rebuilt. */
  noticesMissed(): void;
  /**
   * @param pace `trailing` where tests' history is to be read; nothing of it is waited for else
   * @returns whether the read models have come to the position within the time.
   */
  waitFor(position: Position, timeoutMs: number, pace?: Pace): Promise<boolean>;
};

/**
 * Opens the read models for reading.
 * @param db the read models' own database
 * @param epoch the event log's: positions of another history are never reached
 */
export function openReadModels({ db, epoch }: { db: Db; epoch: string }): ReadModels {
  const statesCollection = db.collection<ProjectionState>('projectionStates');
  let cached: { collections: Collections; readAt: number } | null = null;
  const testsByDays = openTestsByDays();
  const noticed: Record<Pace, Position | null> = { prompt: null, trailing: null };

  const collections = async (): Promise<Collections> => {
    if (cached && Date.now() - cached.readAt < statesMs) return cached.collections;
    const states = await statesCollection.find().toArray();
    cached = { collections: liveCollections(db, states), readAt: Date.now() };
    return cached.collections;
  };

  /** How far the stored states say that these read models are. */
  const storedPosition = (states: readonly ProjectionState[], names: readonly string[]): Position | null => {
    const positions = states.filter(({ _id }) => names.includes(_id)).map(({ position }) => position ?? '');
    const [least] = positions.sort();
    return positions.length === names.length && least ? (least as Position) : null;
  };
  const projected: ReadModels['projected'] = async () => {
    const states = await statesCollection.find().toArray();
    return {
      position: storedPosition(states, namesOf.trailing),
      rebuilding: states.some(({ building }) => building !== null),
    };
  };
  const nowhere = `${epoch}-` as Position;
  const projectedPosition = async (): Promise<Position> =>
    noticed.prompt ?? storedPosition(await statesCollection.find().toArray(), namesOf.prompt) ?? nowhere;
  const reached = (position: Position, pace: Pace) => (noticed[pace] ?? '') >= position;

  return {
    of: (accountId) => accountScope(collections, accountId, projectedPosition, testsByDays),
    user: async (userId) => findUser(await collections(), userId),
    roleOf: async (userId, accountId) => findRole(await collections(), userId, accountId),
    isStaff: async (userId) => isStaff(await collections(), userId),
    allAgents: async () => findAllAgents(await collections()),
    agent: async (agentId) => findAgent(await collections(), agentId),
    runnerPoolsNamed: async (name, accountId) => findRunnerPoolsNamed(await collections(), name, accountId),
    setAsideReactions: async (page) => findSetAsideReactions(await collections(), page),
    setAsideReactionCount: async () => countSetAsideReactions(await collections()),
    runningAgents: async () => countRunningAgents(await collections()),
    unfinishedRuns: async () => {
      const inProgress: TestRunStatus[] = ['QUEUED', 'SUBMITTED', 'SETUP', 'RUNNING', 'TEAR_DOWN'];
      const { testRunSummaries } = await collections();
      return testRunSummaries
        .find({ status: { $in: inProgress } })
        .sort({ _id: 1 })
        .toArray();
    },
    flakyTests: async (testRunId) => findFlakyTests(await collections(), testRunId),
    expectedDurations: async (projectId) => findExpectedDurations(await collections(), projectId),
    projected,
    hear: ({ topic, ids: [pace], position }) => {
      if (topic === rebuiltTopic) cached = null;
      if (topic !== projectedTopic || position === null || !isPace(pace)) return;
      if (position > (noticed[pace] ?? '')) noticed[pace] = position;
    },
    noticesMissed: () => {
      cached = null;
    },
    waitFor: async (position, timeoutMs, pace = 'prompt') => {
      if (!position.startsWith(nowhere)) return false;
      const until = Date.now() + timeoutMs;
      // Notices come within milliseconds; the states are asked as well, for a process that hears none.
      for (let turn = 0; !reached(position, pace); turn++) {
        if (Date.now() >= until) return false;
        if (turn % 10 === 0) {
          const stored = storedPosition(await statesCollection.find().toArray(), namesOf[pace]);
          if (stored !== null && stored >= position) return true;
        }
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
      return true;
    },
  };
}
