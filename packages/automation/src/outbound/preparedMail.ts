import type { UserId } from '@assay/contract';
import type { MailMessage } from '@assay/integrations';
import { type MailContent, renderMail } from './mails/renderMail.ts';

/** A mail, its content, and the people to whom it is sent or whom it names. */
export type PreparedMail = { message: MailMessage; content: MailContent; userIds: UserId[] };

/**
 * @param unsubscribe the link to unsubscribe; null where mails are mandatory
 * @param thread the same for mails in one thread; null for a separate mail
 */
export function prepareMail(
  content: MailContent,
  to: string,
  userIds: UserId[],
  { unsubscribe = null, thread = null }: { unsubscribe?: string | null; thread?: string | null } = {},
): PreparedMail {
  const message = renderMail(content, to, unsubscribe);
  return { message: thread === null ? message : { ...message, thread }, content, userIds };
}
