import { limits, type OutboxMailView, outboxCalls } from '@assay/contract';
import { route } from '../http/route.ts';

/** The payload that the mail policies write. */
type Mail = Pick<OutboxMailView, 'to' | 'subject' | 'text'>;

export const listOutbox = route(
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
