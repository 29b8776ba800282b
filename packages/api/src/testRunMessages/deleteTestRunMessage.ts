import { testRunMessageCalls } from '@assay/contract';
import { testRunMessageDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const deleteTestRunMessage = route(
  testRunMessageCalls.deleteTestRunMessage,
  async ({ api: { eventLog, owners }, caller: { accountId, userId, role }, params: { id }, context }) => {
    await owners.requireOwn(`testRunMessage-${id}`, accountId, 'message.notFound');
    const command = { type: 'deleteMessage' as const, userId, isAdministrator: role === 'ADMIN' };
    return commandAnswer(eventLog, await eventLog.handle(testRunMessageDecider, id, command, context));
  },
);
