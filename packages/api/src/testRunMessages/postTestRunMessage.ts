import { mentionedMembers } from '@assay/application';
import { limits, type MessageId, testRunMessageCalls } from '@assay/contract';
import { testRunMessageDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

function editableUntil(): string {
  return new Date(Date.now() + limits.messageEditMinutes * 60_000).toISOString();
}

export const postTestRunMessage = route(
  testRunMessageCalls.postTestRunMessage,
  async ({ api, caller, params: { id: testRunId }, body: { text }, context, newId }) => {
    const { eventLog, owners } = api;
    await owners.requireOwn(`testRun-${testRunId}`, caller.accountId, 'testRun.notFound');
    const messageId = newId<MessageId>();
    const mentions = await mentionedMembers(api, caller.accountId, text);
    const by = caller.kind === 'member' ? { userId: caller.userId, editableUntil: editableUntil() } : null;
    const command = { type: 'postMessage' as const, messageId, testRunId, text, mentions, by };
    const result = await eventLog.handle(
      testRunMessageDecider,
      messageId,
      // With the same Idempotency-Key it was written by an earlier try.
      ({ status }) => (status === 'none' ? command : null),
      { ...context, isNew: true },
    );
    return commandAnswer(eventLog, result);
  },
);
