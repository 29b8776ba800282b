import { randomBytes } from 'node:crypto';
import { authorizationCalls, isGitService } from '@assay/contract';
import { authorizationDecider, DomainError } from '@assay/domain';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { webhookUrlOf } from '../webhooks/webhookUrl.ts';

export const makeWebhookSecret = route(
  authorizationCalls.makeWebhookSecret,
  async ({ api, params: { id }, caller: { accountId }, context }) => {
    await api.owners.requireOwn(`authorization-${id}`, accountId, 'authorization.notFound');
    const { state } = await api.eventLog.load(authorizationDecider, id);
    if (state.status === 'none') throw new DomainError('authorization.notFound');
    if (!isGitService(state.provider)) throw new ApiError('authorization.noPushes');
    const secret = randomBytes(32).toString('base64url');
    await api.eventLog.handle(authorizationDecider, id, { type: 'makeWebhookSecret', secret }, context);
    return { url: webhookUrlOf(api.config, id), secret };
  },
);
