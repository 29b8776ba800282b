import { unlinkExternalIdentity as unlink } from '@assay/application';
import { authProviderCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';

export const unlinkExternalIdentity = route(
  authProviderCalls.unlinkExternalIdentity,
  async ({ api, params: { id }, caller: { userId }, context, request }) => {
    const result = await unlink(api, userId, id, context);
    logSecurity(api.config.securityLog, request, 'externalIdentityUnlinked', { externalIdentityId: id });
    return commandAnswer(api.eventLog, { ...result, id });
  },
);
