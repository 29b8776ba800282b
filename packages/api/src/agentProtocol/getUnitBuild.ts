import { agentProtocolCalls, parseLeaseId } from '@assay/contract';
import { buildDecider, testRunDecider, workUnitDecider } from '@assay/domain';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { accountOfLease, requireClaimedBy } from './requireOwnAgent.ts';

export const getUnitBuild = route(
  agentProtocolCalls.getUnitBuild,
  async ({ api, caller, params: { agentId, leaseId }, reply }) => {
    const { eventLog, operations } = api;
    await accountOfLease(api, caller, agentId, leaseId);
    const { state: unit } = await eventLog.load(workUnitDecider, leaseId);
    requireClaimedBy(unit, agentId);
    const { state: run } = await eventLog.load(testRunDecider, parseLeaseId(leaseId).testRunId);
    if (run.status === 'none' || !run.request.build) throw new ApiError('notFound');
    const { state: build } = await eventLog.load(buildDecider, run.request.build.buildId);
    const content = build.status === 'uploaded' ? await operations.blobs.stream(build.blobId) : null;
    if (build.status !== 'uploaded' || !content) throw new ApiError('notFound');
    reply.headers({ 'content-type': 'application/octet-stream', 'content-length': String(build.size) });
    return content;
  },
);
