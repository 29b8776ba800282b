import { invite } from '@assay/application';
import { type InvitationId, invitationCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const inviteUser = route(
  invitationCalls.inviteUser,
  async ({ api, body, caller: { accountId }, context, newId }) => {
    const result = await invite(api, accountId, newId<InvitationId>(), body, context);
    return commandAnswer(api.eventLog, result);
  },
);
