import { withdrawInvitation as withdraw } from '@assay/application';
import { invitationCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const withdrawInvitation = route(
  invitationCalls.withdrawInvitation,
  async ({ api, params: { id }, caller: { accountId }, context }) =>
    commandAnswer(api.eventLog, await withdraw(api, accountId, id, context)),
);
