import { authorizationCalls, authorizationIdOf } from '@assay/contract';
import { authorizationDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { requireIdentifier } from './requireIdentifier.ts';

export const authorize = route(
  authorizationCalls.authorize,
  async ({ api, caller: { accountId }, body: { provider, token, identifier = '' }, context }) => {
    const authorizationId = authorizationIdOf(accountId, provider);
    const named = requireIdentifier(provider, identifier);
    const command = { type: 'grantAuthorization' as const, authorizationId, provider, token, identifier: named };
    return commandAnswer(
      api.eventLog,
      await api.eventLog.handle(authorizationDecider, authorizationId, command, context),
    );
  },
);
