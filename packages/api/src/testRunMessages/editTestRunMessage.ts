import { mentionedMembers } from '@assay/application';
import { testRunMessageCalls } from '@assay/contract';
import { testRunMessageDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const editTestRunMessage = route(
  testRunMessageCalls.editTestRunMessage,
  async ({ api, caller: { accountId, userId }, params: { id }, body: { text }, context }) => {
    await api.owners.requireOwn(`testRunMessage-${id}`, accountId, 'message.notFound');
    const mentions = await mentionedMembers(api, accountId, text);
    const command = { type: 'editMessage' as const, userId, text, mentions, at: context.occurredAt };
    return commandAnswer(api.eventLog, await api.eventLog.handle(testRunMessageDecider, id, command, context));
  },
);
