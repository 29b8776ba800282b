import { agentProtocolCalls, type RenewAnswer } from '@assay/contract';
import { agentDecider } from '@assay/domain';
import { route } from '../http/route.ts';
import { bringAgentBack } from './bringAgentBack.ts';
import { requireOwnAgent } from './requireOwnAgent.ts';

type AgentStanding = Awaited<ReturnType<typeof bringAgentBack>>;

/** What an agent is told besides the state of its leases. */
function orderTo({ status, replacedById }: AgentStanding): Pick<RenewAnswer, 'order' | 'replacedById'> {
  if (status === 'stopping') return { order: 'stop' };
  return replacedById === null ? {} : { order: 'replace', replacedById };
}

export const renewLeases = route(
  agentProtocolCalls.renewLeases,
  async ({ api, caller, params: { agentId }, body, context }) => {
    await requireOwnAgent(api, caller, agentId);
    const { workQueue, agentPresence } = api.operations;
    const { availableDiskSpace } = body;
    const [leases, live, , agent] = await Promise.all([
      workQueue.renew(agentId, body.leases),
      workQueue.liveRunsOf(agentId, body.runs),
      agentPresence.seen(agentId, { accountId: caller.accountId, availableDiskSpace }),
      bringAgentBack(api.eventLog, agentId, context),
    ]);
    if (body.draining) await api.eventLog.handle(agentDecider, agentId, { type: 'drainAgent' }, context);
    return { leases, finishedRuns: body.runs.filter((run) => !live.includes(run)), ...orderTo(agent) };
  },
);
