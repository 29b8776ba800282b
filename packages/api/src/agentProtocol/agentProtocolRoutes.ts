import { Readable } from 'node:stream';
import { isPoolName, tellOfProjectTrial } from '@assay/application';
import { agentProtocol, agentProtocolCalls, parseLeaseId, type RenewAnswer, topics } from '@assay/contract';
import { agentDecider, buildDecider, DomainError, testRunDecider, workUnitDecider } from '@assay/domain';
import { trialIdOf } from '@assay/operations';
import { ApiError } from '../http/apiErrors.ts';
import { type Route, route } from '../http/route.ts';
import { accountOfWork } from './accountOfWork.ts';
import { bringAgentBack } from './bringAgentBack.ts';
import { claimWork } from './claimWork.ts';
import { postTestList } from './postTestList.ts';
import { postUnitEvents } from './postUnitEvents.ts';
import { projectOfRun } from './projectOfRun.ts';
import { accountOfLease, requireClaimedBy, requireOwnAgent } from './requireOwnAgent.ts';

const registerAgent = route(agentProtocolCalls.registerAgent, async ({ api, caller, body, context }) => {
  const { agentId } = body;
  const { operations, owners, eventLog } = api;
  const owner = await owners.ownerOf(`agent-${agentId}`);
  const othersAccount = owner !== undefined && owner !== caller.accountId;
  if (othersAccount || !(await operations.agentIdentities.take(agentId, caller.tokenId))) {
    throw new DomainError('agent.notFound');
  }
  if (body.pool && !(await isPoolName(api, caller.accountId, body.pool))) throw new DomainError('agent.poolUnknown');
  await eventLog.handle(
    agentDecider,
    agentId,
    { type: 'registerAgent', facts: { ...body, pool: body.pool ?? null } },
    context,
  );
  await operations.agentPresence.seen(agentId, { accountId: caller.accountId, availableDiskSpace: null });
  return { agentId };
});

type AgentStanding = Awaited<ReturnType<typeof bringAgentBack>>;

/** What an agent receives besides the state of its leases. */
function orderTo({ status, replacedById }: AgentStanding): Pick<RenewAnswer, 'order' | 'replacedById'> {
  if (status === 'stopping') return { order: 'stop' };
  return replacedById === null ? {} : { order: 'replace', replacedById };
}

const renewLeases = route(
  agentProtocolCalls.renewLeases,
  async ({ api, caller, params: { agentId }, body, context }) => {
    await requireOwnAgent(api, caller, agentId);
    const { workQueue, agentPresence } = api.operations;
    const { availableDiskSpace, diskSize } = body;
    const disk = { availableDiskSpace, ...(diskSize === undefined ? {} : { diskSize }) };
    const [leases, live, , agent] = await Promise.all([
      workQueue.renew(agentId, body.leases),
      workQueue.liveRunsOf(agentId, body.runs),
      agentPresence.seen(agentId, { accountId: caller.accountId, ...disk }),
      bringAgentBack(api.eventLog, agentId, context),
    ]);
    if (body.draining) await api.eventLog.handle(agentDecider, agentId, { type: 'drainAgent' }, context);
    return { leases, finishedRuns: body.runs.filter((run) => !live.includes(run)), ...orderTo(agent) };
  },
);

const reportProjectTrial = route(
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

const putBlob = route(agentProtocolCalls.putBlob, async ({ api, caller, params: { agentId, sha256 }, request }) => {
  await requireOwnAgent(api, caller, agentId);
  if (!(request.body instanceof Readable)) throw new ApiError('request.mediaType');
  const { blobs, blobUploads, storage } = api.operations;
  await storage.holdIncoming(sha256);
  await blobs.putStream(request.body, { expected: sha256, limit: agentProtocol.blobLimit });
  await blobUploads.note(caller.tokenId, sha256);
  return null;
});

const getUnitBuild = route(
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

const postLogChunk = route(
  agentProtocolCalls.postLogChunk,
  async ({ api, caller, params: { agentId }, body: { testRunId, log, offset, text } }) => {
    await requireOwnAgent(api, caller, agentId);
    const accountId = await accountOfWork(api, agentId, { testRunId, log });
    if (accountId === null) throw new ApiError('notFound');
    const { logs, changeFeed } = api.operations;
    const projectId = await projectOfRun(api, testRunId);
    const appended = await logs.append({ accountId, projectId, testRunId, log, offset, text });
    if ('gapAt' in appended) throw new ApiError('log.gap', { nextOffset: appended.gapAt });
    await changeFeed.publish([{ accountId, topic: topics.testRunLogs(testRunId), ids: [log], position: null }]);
    return appended;
  },
);

const exitAgent = route(agentProtocolCalls.exitAgent, async ({ api, caller, params: { agentId }, context }) => {
  await requireOwnAgent(api, caller, agentId);
  await api.eventLog.handle(agentDecider, agentId, { type: 'exitAgent', reason: 'stopped' }, context);
  await api.operations.agentPresence.forget(agentId);
  return {};
});

export const agentProtocolRoutes: readonly Route[] = [
  registerAgent,
  claimWork,
  renewLeases,
  reportProjectTrial,
  postUnitEvents,
  postTestList,
  putBlob,
  getUnitBuild,
  postLogChunk,
  exitAgent,
];
