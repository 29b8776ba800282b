import { authorizationCalls } from '@assay/contract';
import { authorizationDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const revokeAuthorization = route(
  authorizationCalls.revokeAuthorization,
  async ({ api, params: { id }, caller: { accountId }, context, expectedRevision }) => {
    await api.owners.requireOwn(`authorization-${id}`, accountId, 'authorization.notFound');
    const command = { type: 'revokeAuthorization' as const };
    const result = await api.eventLog.handle(authorizationDecider, id, command, { ...context, expectedRevision });
    await api.operations.serviceGrants.drop(id);
    return commandAnswer(api.eventLog, result);
  },
);
