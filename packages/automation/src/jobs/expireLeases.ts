import { endProjectTrial, projectTrialProblems } from '@assay/application';
import { agentVersion, type LeaseId, parseLeaseId } from '@assay/contract';
import { agentDecider, workUnitDecider } from '@assay/domain';
import { trialIdOf } from '@assay/operations';
import type { AutomationDeps } from '../automationDeps.ts';
import { byItself } from '../policy.ts';
import type { Job } from './jobs.ts';

/**
 * A trial whose agent fell silent is not restarted: the user who waits for it decides.
 * @returns whether it was a trial
 */
async function endedAsTrial(deps: AutomationDeps, leaseId: LeaseId): Promise<boolean> {
  const trial = await deps.operations.projectTrials.find(trialIdOf(parseLeaseId(leaseId).testRunId));
  if (!trial) return false;
  // An unclaimed trial was never handed out, and still may be.
  if (trial.state === 'waiting') return false;
  const { state } = trial.agent ? await deps.eventLog.load(agentDecider, trial.agent.id) : { state: null };
  const isOlder = state !== null && state.status !== 'none' && state.facts.version !== agentVersion;
  const problem = projectTrialProblems.lost(trial.agent?.name ?? '', isOlder);
  await endProjectTrial(deps, trial._id, 'failed', problem);
  return true;
}

/**
 * Marks claims that were not renewed as lost. The loss is appended to the unit's stream, which from then on refuses the
 * old runner. A claim with nothing recorded (the api crashed during it) becomes ready again.
 */
export const expireLeases: Job = {
  className: 'WorkUnits',
  functionName: 'expireLeases',
  schedule: '* * * * * *',
  run: async (deps, now) => {
    const { eventLog, operations, log } = deps;
    for (const { _id: leaseId, accountId } of await operations.workQueue.expired(now)) {
      const { state } = await eventLog.load(workUnitDecider, leaseId);
      if (state.status === 'none') {
        if (await endedAsTrial(deps, leaseId)) continue;
        await operations.workQueue.returnToReady(leaseId);
        continue;
      }
      log.info({ leaseId }, 'a lease ran out');
      const context = byItself(accountId, 'expireLeases');
      await eventLog.handle(workUnitDecider, leaseId, { type: 'loseWorkUnit', reason: 'leaseExpired' }, context);
      if (state.status === 'completed') await operations.workQueue.finishUnit(leaseId);
      else await operations.workQueue.loseUnit(leaseId);
    }
  },
};
