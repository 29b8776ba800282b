import { type Channel, type MailMessage, openMailChannel } from '@assay/integrations';

/**
 * @returns the channel that `ASSAY_SMTP_URL` and `ASSAY_MAIL_FROM` describe; null where no mail server is set
 * @throws Error naming the setting that is missing or wrong
 */
export function mailChannelOf(env: NodeJS.ProcessEnv): Channel<MailMessage> | null {
  const { ASSAY_SMTP_URL: url, ASSAY_MAIL_FROM: from } = env;
  if (!url) return null;
  if (!from) throw new Error('ASSAY_MAIL_FROM must name the sender of mail, such as Assay <assay@example.org>.');
  return openMailChannel({ url, from });
}
