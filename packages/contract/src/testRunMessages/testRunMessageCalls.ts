import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { MessageId, Position, TestRunId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { pagingFields } from '../paging.ts';
import { MessageRequest, TestRunMessagePage } from './testRunMessageViews.ts';

const params = Type.Object({ id: TestRunId });
const messageParams = Type.Object({ id: MessageId });
const listQuery = Type.Object({
  since: Type.Optional(Type.Unsafe<Position>({ ...Position, description: 'only what changed after it' })),
  ...pagingFields(),
});
const path = '/test-runs/:id/messages';
const example = { params: { id: exampleIds.testRun } };
const exampleOfMessage = { params: { id: exampleIds.message } };

export const testRunMessageCalls = {
  listTestRunMessages: call({
    method: 'GET',
    path,
    summary: 'The messages about a run, the newest unless an offset says otherwise; or those that changed',
    permission: 'message.read',
    params,
    query: listQuery,
    answer: TestRunMessagePage,
    topic: topics.testRunMessages,
    example,
  }),
  postTestRunMessage: call({
    method: 'POST',
    path,
    summary: 'Write a message about a run; by an API key it is shown as from CI',
    permission: 'message.write',
    params,
    body: MessageRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.testRunMessages],
    example: { ...example, body: { text: 'The database of staging was down.' } },
  }),
  editTestRunMessage: call({
    method: 'PUT',
    path: '/messages/:id',
    summary: "Change one's own message, within 15 minutes",
    permission: 'message.own',
    params: messageParams,
    body: MessageRequest,
    answer: CommandAnswer,
    example: { ...exampleOfMessage, body: { text: 'The database of staging is back.' } },
  }),
  deleteTestRunMessage: call({
    method: 'DELETE',
    path: '/messages/:id',
    summary: "Delete one's own message, or any as an administrator; that there was one stays visible",
    permission: 'message.own',
    params: messageParams,
    answer: CommandAnswer,
    example: exampleOfMessage,
  }),
};
