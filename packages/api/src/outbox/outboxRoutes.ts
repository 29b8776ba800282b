import { limits, type OutboxMailView, outboxCalls } from '@assay/contract';
import { mailDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

/** The payload that the mail policies write. */
type Mail = Pick<OutboxMailView, 'to' | 'subject' | 'text'>;

const listOutbox = route(
  outboxCalls.listOutbox,
  async ({ api: { operations }, caller, query: { offset = 0, limit = limits.maxPage } }) => {
    const { rows, total } = await operations.outbox.page(caller.accountId, 'mail', { offset, limit });
    const mails = rows.map(({ _id: id, message, state, attempts, lastError, createdAt, endedAt }) => {
      const { to, subject, text } = message as Mail;
      const times = { createdAt: createdAt.toISOString(), endedAt: endedAt?.toISOString() ?? null };
      return { id, to, subject, text, state, attempts, lastError, ...times };
    });
    return { mails, total };
  },
);

const sendTestMail = route(
  outboxCalls.sendTestMail,
  async ({ api: { eventLog }, caller: { userId }, context, newId }) => {
    const mailId = newId<string>();
    const command = { type: 'requestMail' as const, mailId, template: 'test' as const, userId, about: null };
    return commandAnswer(eventLog, await eventLog.handle(mailDecider, mailId, command, { ...context, isNew: true }));
  },
);

export const outboxRoutes: readonly Route[] = [listOutbox, sendTestMail];
