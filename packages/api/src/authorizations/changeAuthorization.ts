import { authorizationCalls, type TokenProvider } from '@assay/contract';
import { authorizationDecider, DomainError } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { requireIdentifier } from './requireIdentifier.ts';

export const changeAuthorization = route(
  authorizationCalls.changeAuthorization,
  async ({ api, params: { id }, body, caller: { accountId }, context, expectedRevision }) => {
    await api.owners.requireOwn(`authorization-${id}`, accountId, 'authorization.notFound');
    const { state } = await api.eventLog.load(authorizationDecider, id);
    if (state.status === 'none') throw new DomainError('authorization.notFound');
    const identifier = requireIdentifier(state.provider as TokenProvider, body.identifier);
    const command = { type: 'changeIdentifier' as const, identifier };
    const result = await api.eventLog.handle(authorizationDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
