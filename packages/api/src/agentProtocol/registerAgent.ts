import { isPoolName } from '@assay/application';
import { agentProtocolCalls } from '@assay/contract';
import { agentDecider, DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const registerAgent = route(agentProtocolCalls.registerAgent, async ({ api, caller, body, context }) => {
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
