import { tellOfProjectTrial } from '@assay/application';
import { agentProtocolCalls, parseLeaseId } from '@assay/contract';
import { trialIdOf } from '@assay/operations';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { requireOwnAgent } from './requireOwnAgent.ts';

export const reportProjectTrial = route(
  agentProtocolCalls.reportProjectTrial,
  async ({ api, caller, params: { agentId, leaseId }, body }) => {
    await requireOwnAgent(api, caller, agentId);
    const { projectTrials, workQueue } = api.operations;
    const { testRunId } = parseLeaseId(leaseId);
    const trial = await projectTrials.report(trialIdOf(testRunId), agentId, body);
    if (!trial) throw new ApiError('notFound');
    if (trial.endedAt !== null) {
      await workQueue.finishUnit(leaseId);
      await workQueue.forgetRun(testRunId);
    }
    await tellOfProjectTrial(api, trial);
    return {};
  },
);
