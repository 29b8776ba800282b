import { createHash } from 'node:crypto';
import { timedOut, withTimeout } from '@assay/concurrency';
import { createTransport } from 'nodemailer';
import type { Channel } from '../channel.ts';
import { smtpFailure } from './smtpFailure.ts';

export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** The same for mails about the same thing, which mail programs show as one thread. */
  thread?: string;
  /** Where whoever gets it says that they want no more of it, by a page or by one click (RFC 8058). */
  unsubscribe?: string;
};

export type MailSettings = {
  /** `smtp://user:password@host:587`; `smtps://` for TLS from the start; `?requireTLS=true`, `?tls.rejectUnauthorized=false`. */
  url: string;
  /** Sender: an address, or `Name <address>`. */
  from: string;
  /** For each step of an attempt: connecting, being greeted, waiting for an answer. 30 s unless set. */
  timeLimitMs?: number;
};

const usualTimeLimitMs = 30_000;
/** A time limit of the whole attempt, in limits of one step. */
const stepsOfAttempt = 2;

function domainOf(address: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(address)?.[1] ?? 'localhost';
}

/** @returns an id that is the same for each attempt, so that a mail which came twice is seen to be one. */
function messageIdOf(dedupeKey: string, from: string): string {
  return `<${createHash('sha256').update(dedupeKey).digest('hex').slice(0, 40)}@${domainOf(from)}>`;
}

/**
 * Sends mail through an SMTP server, with TLS where the server offers it.
 * @throws TypeError when the URL is not one of an SMTP server
 */
export function openMailChannel({ url, from, timeLimitMs = usualTimeLimitMs }: MailSettings): Channel<MailMessage> {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !['smtp:', 'smtps:'].includes(parsed.protocol) || parsed.hostname === '') {
    throw new TypeError('the mail server is not given as smtp://host:port or smtps://host:port');
  }
  const limits = { connectionTimeout: timeLimitMs, greetingTimeout: timeLimitMs, socketTimeout: timeLimitMs };
  // Neither files nor addresses are ever read for a message.
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });

  return {
    deliver: async ({ to, subject, text, html, thread, unsubscribe }, dedupeKey) => {
      // Nobody was sent the mail that a thread begins with: any of its mails may come first.
      const root =
        thread === undefined ? {} : { references: messageIdOf(thread, from), inReplyTo: messageIdOf(thread, from) };
      const list = unsubscribe === undefined ? {} : { list: { unsubscribe } };
      const mail = { from, to, subject, text, ...(html === null ? {} : { html }), ...root, ...list };
      try {
        const oneClick = unsubscribe === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
        const headers = { 'Auto-Submitted': 'auto-generated', ...oneClick };
        const messageId = messageIdOf(dedupeKey, from);
        const sending = transport.sendMail({ ...mail, messageId, headers });
        if ((await withTimeout(sending, timeLimitMs * stepsOfAttempt)) !== timedOut) return { kind: 'done' };
        throw Object.assign(new Error('the mail server took too long'), { code: 'ETIMEDOUT' });
      } catch (error) {
        return smtpFailure(error);
      }
    },
    close: () => transport.close(),
  };
}
