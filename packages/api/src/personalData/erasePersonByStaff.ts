import { erasePerson } from '@assay/application';
import { personalDataCalls } from '@assay/contract';
import { closeSocketsOf } from '../accounts/closeSocketsOf.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';

export const erasePersonByStaff = route(
  personalDataCalls.erasePerson,
  async ({ api, params: { id }, body: { reason }, context, request }) => {
    const { ended, ...result } = await erasePerson(api, id, reason, context);
    await closeSocketsOf(api, ended);
    logSecurity(api.config.securityLog, request, 'personErased', { userId: id });
    return commandAnswer(api.eventLog, result);
  },
);
