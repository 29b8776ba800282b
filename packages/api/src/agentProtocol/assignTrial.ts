import type { webcrypto } from 'node:crypto';
import { gitAccessOf, tellOfProjectTrial } from '@assay/application';
import { type Assignment, agentProtocol, hidesGitCredentials } from '@assay/contract';
import { type ClaimedUnit, type ProjectTrialRow, trialIdOf } from '@assay/operations';
import type { Api } from '../api.ts';
import { sealSecret } from './sealSecret.ts';
import { variablesOf } from './variablesOf.ts';

/** @returns how the agent reads the repository of a trial; its URL is never kept readable */
async function accessOf(api: Api, { order, accountId }: ClaimedUnit, trial: ProjectTrialRow) {
  const shown = order.settings.gitUrl ?? '';
  if (!hidesGitCredentials(shown)) return gitAccessOf(api, accountId, shown);
  return { gitUrl: (await api.operations.projectTrials.secretUrlOf(trial)) ?? shown, deployKey: null };
}

/**
 * Hands a trial to an agent. Nothing of it is recorded in the log, where a run would begin its set-up.
 * @param agentName as it is shown
 * @param publicKey the agent's, to seal the variables
 * @returns null when it has ended meanwhile
 */
export async function assignTrial(
  api: Api,
  unit: ClaimedUnit,
  agentName: string,
  publicKey: webcrypto.CryptoKey,
): Promise<Assignment | null> {
  const { _id: leaseId, testRunId, order, agentId, slot, runnerId, kind, attempt, readyBy } = unit;
  const { projectTrials, workQueue } = api.operations;
  const trial = await projectTrials.take(trialIdOf(testRunId), { id: agentId, name: agentName });
  if (!trial) {
    await workQueue.cancelRun(testRunId);
    return null;
  }
  const [{ gitUrl, deployKey }, variables] = await Promise.all([
    accessOf(api, unit, trial),
    trial.environmentId === null ? [] : variablesOf(api, trial.environmentId, readyBy),
    tellOfProjectTrial(api, trial),
  ]);
  return {
    leaseId,
    slot,
    runnerId,
    kind,
    unit: unit.unit,
    attempt,
    copy: null,
    tests: [],
    earlierAttempts: [],
    run: { ...order, settings: { ...order.settings, gitUrl } },
    variables: variables.length > 0 ? await sealSecret(variables, publicKey, leaseId) : null,
    deployKey: deployKey === null ? null : await sealSecret(deployKey, publicKey, leaseId),
    leaseSeconds: agentProtocol.leaseSeconds,
    nextSequence: 1,
  };
}
