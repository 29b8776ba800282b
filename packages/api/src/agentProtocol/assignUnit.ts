import type { webcrypto } from 'node:crypto';
import { type GitAccess, gitAccessOf } from '@assay/application';
import {
  type Assignment,
  agentProtocol,
  type EnvironmentId,
  hidesGitCredentials,
  type RunOrder,
  type RunVariable,
  type TestRunId,
  withoutGitCredentials,
} from '@assay/contract';
import { DomainError, projectDecider, testRunDecider, testRunnerDecider, workUnitDecider } from '@assay/domain';
import type { AppendContext, EventLog } from '@assay/event-log';
import type { ClaimedUnit } from '@assay/operations';
import type { Api } from '../api.ts';
import { renamedIdentities } from '../testRenames/renamedIdentities.ts';
import { earlierTriesOf } from './earlierTriesOf.ts';
import { sealSecret } from './sealSecret.ts';
import { variablesOf } from './variablesOf.ts';

async function environmentOf({ eventLog, known }: Api, testRunId: TestRunId): Promise<EnvironmentId | null> {
  const cached = known.environmentsOfRuns.get(testRunId);
  if (cached) return cached;
  const { state } = await eventLog.load(testRunDecider, testRunId);
  if (state.status === 'none') return null;
  known.environmentsOfRuns.set(testRunId, state.request.environmentId);
  return state.request.environmentId;
}

/** The variables of a run, at least as new as when the unit was made ready. */
async function variablesOfRun(
  api: Api,
  { testRunId, readyBy }: Pick<ClaimedUnit, 'testRunId' | 'readyBy'>,
): Promise<RunVariable[]> {
  const environmentId = await environmentOf(api, testRunId);
  return environmentId === null ? [] : variablesOf(api, environmentId, readyBy);
}

/** @returns the URL of a project as its settings have it, with the user and password that the queue does not keep */
async function gitUrlInFull({ eventLog }: Api, gitUrl: string, { order, readyBy: asOf }: ClaimedUnit): Promise<string> {
  const { state } = await eventLog.load(projectDecider, order.projectId, { asOf });
  const inFull = state.status === 'active' ? state.settings.gitUrl : null;
  return inFull !== null && withoutGitCredentials(inFull) === gitUrl ? inFull : gitUrl;
}

/** The order as the agent gets it: with what is needed to read the repository, which the queue does not keep. */
async function orderOf(api: Api, unit: ClaimedUnit): Promise<{ order: RunOrder } & Pick<GitAccess, 'deployKey'>> {
  const { order, accountId } = unit;
  const { gitUrl: shown } = order.settings;
  if (shown === null) return { order, deployKey: null };
  const { gitUrl, deployKey } = hidesGitCredentials(shown)
    ? { gitUrl: await gitUrlInFull(api, shown, unit), deployKey: null }
    : await gitAccessOf(api, accountId, shown);
  return { order: { ...order, settings: { ...order.settings, gitUrl } }, deployKey };
}

/** @returns the revision of the claim; null when the unit is no longer available */
async function recordClaim(eventLog: EventLog, unit: ClaimedUnit, context: AppendContext): Promise<number | null> {
  const { _id: leaseId, testRunId, unit: number, attempt, agentId, runnerId, copy, tests, quarantined, order } = unit;
  try {
    const { revision } = await eventLog.handle(
      workUnitDecider,
      leaseId,
      {
        type: 'claimWorkUnit',
        testRunId,
        projectId: order.projectId,
        unit: number,
        attempt,
        agentId,
        runnerId,
        copy: copy ?? null,
        tests: tests.map(({ testId }) => testId),
        quarantined,
      },
      { ...context, isNew: true },
    );
    return revision;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unit.claimed') return null;
    throw error;
  }
}

/**
 * Records a claim and returns the assignment. The work unit's stream makes a claim unique: if it exists already, the
 * answer to an earlier claim was lost, and the attempt is left to expire.
 * @param publicKey the agent's, to seal the variables
 * @returns null when the unit is no longer available
 */
export async function assignUnit(
  api: Api,
  unit: ClaimedUnit,
  publicKey: webcrypto.CryptoKey,
  agentContext: AppendContext,
): Promise<Assignment | null> {
  const { _id: leaseId, testRunId, agentId, runnerId, runnerPoolId, replaces, slot, kind, tests, attempt } = unit;
  const { eventLog } = api;
  const context = { ...agentContext, accountId: unit.accountId };
  // 1. The claim: from here on the lease is this agent's. The rest of the assignment is looked up in parallel.
  // Only who names tests needs them: the set-up, and a command whose tests are known once it has run.
  const namesTests = unit.unit === 0 || unit.order.settings.testingFramework === 'Other';
  const [revision, variables, earlier, { order, deployKey }, renamed] = await Promise.all([
    recordClaim(eventLog, unit, context),
    variablesOfRun(api, unit),
    earlierTriesOf(eventLog, leaseId),
    orderOf(api, unit),
    namesTests ? renamedIdentities(api, unit.order.projectId) : [],
  ]);
  if (revision === null) return null;
  // 2. What follows from it; each may be repeated.
  await Promise.all([
    unit.unit === 0 ? eventLog.handle(testRunDecider, testRunId, { type: 'startSetup', agentId }, context) : null,
    unit.newRunner
      ? eventLog.handle(
          testRunnerDecider,
          runnerId,
          { type: 'createTestRunner', testRunnerId: runnerId, testRunId, agentId, runnerPoolId, replaces },
          { ...context, isNew: true },
        )
      : null,
  ]);
  return {
    leaseId,
    slot,
    runnerId,
    kind,
    unit: unit.unit,
    attempt,
    copy: unit.copy ?? null,
    tests,
    earlierAttempts: [...earlier].map(([testId, { results }]) => ({ testId, attempts: results })),
    run: order,
    variables: variables.length > 0 ? await sealSecret(variables, publicKey, leaseId) : null,
    deployKey: deployKey === null ? null : await sealSecret(deployKey, publicKey, leaseId),
    ...(renamed.length > 0 && { renamed }),
    leaseSeconds: agentProtocol.leaseSeconds,
    nextSequence: revision + 1,
  };
}
