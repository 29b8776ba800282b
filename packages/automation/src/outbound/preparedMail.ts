import type { UserId } from '@assay/contract';
import type { MailMessage } from '@assay/integrations';
import { type MailContent, renderMail } from './mails/renderMail.ts';

/** A mail, with what it says and the people that it is sent to or names. */
export type PreparedMail = { message: MailMessage; content: MailContent; userIds: UserId[] };

/**
 * @param unsubscribe where whoever gets it says that they want no more of it; null where there is no choice
 * @param thread the same for mails that are to be read together; null where it stands for itself
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
