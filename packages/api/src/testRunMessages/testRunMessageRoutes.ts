import { mentionedMembers, readableText } from '@assay/application';
import { limits, type MessageId, testRunMessageCalls } from '@assay/contract';
import { DomainError, testRunMessageDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

const listTestRunMessages = route(
  testRunMessageCalls.listTestRunMessages,
  async ({ api, caller, params, query: { since, offset = 0, limit = limits.pageOfMessages } }) => {
    const page = await caller.models.testRunMessages(params.id, { since, offset, limit });
    if (!page) throw new DomainError('testRun.notFound');
    const messages = await Promise.all(
      page.messages.map(async (message) => ({ ...message, text: await readableText(api, message) })),
    );
    return { ...page, messages };
  },
);

function editableUntil(): string {
  return new Date(Date.now() + limits.messageEditMinutes * 60_000).toISOString();
}

const postTestRunMessage = route(
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

const editTestRunMessage = route(
  testRunMessageCalls.editTestRunMessage,
  async ({ api, caller: { accountId, userId }, params: { id }, body: { text }, context }) => {
    await api.owners.requireOwn(`testRunMessage-${id}`, accountId, 'message.notFound');
    const mentions = await mentionedMembers(api, accountId, text);
    const command = { type: 'editMessage' as const, userId, text, mentions, at: context.occurredAt };
    return commandAnswer(api.eventLog, await api.eventLog.handle(testRunMessageDecider, id, command, context));
  },
);

const deleteTestRunMessage = route(
  testRunMessageCalls.deleteTestRunMessage,
  async ({ api: { eventLog, owners }, caller: { accountId, userId, role }, params: { id }, context }) => {
    await owners.requireOwn(`testRunMessage-${id}`, accountId, 'message.notFound');
    const command = { type: 'deleteMessage' as const, userId, isAdministrator: role === 'ADMIN' };
    return commandAnswer(eventLog, await eventLog.handle(testRunMessageDecider, id, command, context));
  },
);

export const testRunMessageRoutes: readonly Route[] = [
  listTestRunMessages,
  postTestRunMessage,
  editTestRunMessage,
  deleteTestRunMessage,
];
