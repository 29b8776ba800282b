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
    const given = body.identifier ?? state.identifier;
    const identifier = requireIdentifier(state.provider as TokenProvider, given);
    const on = body.commentsOnPullRequests ?? state.comments;
    const rename = { type: 'changeIdentifier' as const, identifier };
    const renamed = await api.eventLog.handle(authorizationDecider, id, rename, { ...context, expectedRevision });
    if (on === state.comments) return commandAnswer(api.eventLog, renamed);
    const command = { type: 'switchComments' as const, on };
    return commandAnswer(api.eventLog, await api.eventLog.handle(authorizationDecider, id, command, context));
  },
);
