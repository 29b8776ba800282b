import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { pagingFields } from '../paging.ts';
import { OutboxMailPage } from './outboxViews.ts';

export const outboxCalls = {
  listOutbox: call({
    method: 'GET',
    path: '/account/outbox',
    summary: 'The mail of the account, sent or not, newest first',
    permission: 'outbox.read',
    query: Type.Object({ ...pagingFields() }),
    answer: OutboxMailPage,
    example: {},
  }),
  sendTestMail: call({
    method: 'POST',
    path: '/account/outbox/test-mail',
    summary: 'Send a test mail to the address of the person who is signed in',
    permission: 'outbox.write',
    status: 201,
    answer: CommandAnswer,
    example: {},
  }),
};
