import { limits, type RoleType, roleLabels } from '@assay/contract';
import type { MailContent } from './renderMail.ts';

const notExpected = 'If you did not expect this mail, you need not do anything.';

function dayOf(time: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-US', format).format(new Date(time))} UTC`;
}

/** Every mail that Assay sends: what it says, from plain facts. `npm run mails` shows them. */
export const mails = {
  test: (): MailContent => ({
    subject: 'Test mail from Assay',
    heading: 'Mail works',
    paragraphs: ['This is the test mail that you asked Assay for. Mail from this installation reaches you.'],
    action: null,
    footnote: 'Sent because an administrator asked for it.',
  }),

  invitation: (facts: {
    firstName: string;
    accountName: string;
    roleType: RoleType;
    /** Null when they are gone. */
    sentBy: string | null;
    validUntil: string;
    url: string;
  }): MailContent => ({
    subject: `Join ${facts.accountName} on Assay`,
    heading: `${facts.firstName}, you are invited to ${facts.accountName}`,
    paragraphs: [
      `${facts.sentBy ?? 'An administrator'} invites you to see and run the tests of ${facts.accountName} as ${roleLabels[facts.roleType]}.`,
      `The link works once, until ${dayOf(facts.validUntil)}, and only for this address.`,
    ],
    action: { label: 'Accept the invitation', url: facts.url },
    footnote: notExpected,
  }),

  passwordReset: (facts: { firstName: string; url: string }): MailContent => ({
    subject: 'Set a new password for Assay',
    heading: 'Set a new password',
    paragraphs: [
      `${facts.firstName}, somebody asked for a new password for this address.`,
      `The link works once, for ${limits.passwordResetMinutes} minutes. Setting a password ends all your sessions.`,
    ],
    action: { label: 'Set a new password', url: facts.url },
    footnote: `${notExpected} Your password stays as it is.`,
  }),

  passwordChanged: (facts: { firstName: string; url: string }): MailContent => ({
    subject: 'Your password for Assay was changed',
    heading: 'Your password was changed',
    paragraphs: [`${facts.firstName}, your password was changed, and you were signed out everywhere else.`],
    action: { label: 'It was not me: set another one', url: facts.url },
    footnote: 'Sent with every change of a password.',
  }),
};
