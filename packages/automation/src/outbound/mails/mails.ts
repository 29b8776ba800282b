import {
  countsText,
  type EndingQuarantine,
  limits,
  nothingCouldPassText,
  type RoleType,
  roleLabels,
} from '@assay/contract';
import { type AlertNews, failureLines } from '@assay/integrations';
import { plainName } from './plainName.ts';
import type { MailContent } from './renderMail.ts';

const notExpected = 'If you did not expect this mail, you need not do anything.';

function dayOf(time: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-US', format).format(new Date(time))} UTC`;
}

const inUtc = (year: number, month: number, format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'UTC' }).format(Date.UTC(year, month));

/** @param month such as `2026-11` @returns such as `November 2026` */
function monthOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return inUtc(year, number - 1, { month: 'long', year: 'numeric' });
}

/** @param month such as `2026-11` @returns such as `December 1` */
function firstDayAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return inUtc(year, number, { month: 'long', day: 'numeric' });
}

type Counts = Parameters<typeof countsText>[0] & { nothingCouldPass: boolean };

/** Which run a mail is about. */
export type RunOfMail = {
  /** Such as `Checkout #128`. */
  run: string;
  branch: string;
  environment: string;
};

/**
 * @returns the subject of every mail about a run and its consequences: mail programs thread by subject. The event
 *   itself is in the first line of the body.
 */
export function subjectOfRun({ run, branch, environment }: RunOfMail): string {
  return `${run} on ${branch} in ${environment}`;
}

/** Every mail that Assay sends, from plain facts. `npm run mails` shows them. */
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
    subject: `Join ${plainName(facts.accountName)} on Assay`,
    heading: `${plainName(facts.firstName)}, you are invited to ${plainName(facts.accountName)}`,
    paragraphs: [
      `${plainName(facts.sentBy ?? 'An administrator')} invites you to see and run the tests of ${plainName(facts.accountName)} as ${roleLabels[facts.roleType]}.`,
      `The link works once, until ${dayOf(facts.validUntil)}, and only for this address.`,
    ],
    action: { label: 'Accept the invitation', url: facts.url },
    footnote: notExpected,
  }),

  /** Contains no text from the sender: anyone can have it sent to any address. */
  verifyEmail: (facts: { url: string }): MailContent => ({
    subject: 'Verify your email address for Assay',
    heading: 'Verify your email address',
    paragraphs: [
      'Somebody asked for a login with this address. If it was you, verify the address, and sign in.',
      `The link works once, for ${limits.registrationHours} hours.`,
    ],
    action: { label: 'Verify the address', url: facts.url },
    footnote: `${notExpected} Without the link, nobody can use this address here.`,
  }),

  alreadyRegistered: (facts: { firstName: string; url: string }): MailContent => ({
    subject: 'You already have a login for Assay',
    heading: 'You already have a login',
    paragraphs: [
      `${facts.firstName}, somebody asked for a new login with this address, which you sign in with already. Nothing was changed.`,
      'If it was you: sign in as before. If you forgot the password, the same screen lets you set another one.',
    ],
    action: { label: 'Sign in', url: facts.url },
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

  runEnded: (
    facts: RunOfMail & {
      firstName: string;
      /** In lower case, such as `failed`. */
      verdict: string;
      counts: Counts;
      /** The first failing tests. */
      failures: readonly { file: string; name: string }[];
      url: string;
    },
  ): MailContent => ({
    subject: subjectOfRun(facts),
    heading: `${facts.run} ${facts.verdict}`,
    paragraphs: [
      `${facts.firstName}, the run on ${facts.branch} in ${facts.environment} ended: ${countsText(facts.counts)}.`,
      ...(facts.counts.nothingCouldPass ? [`${nothingCouldPassText}.`] : []),
      ...facts.failures.map(({ file, name }) => `✗ ${file} › ${name}`),
      ...(facts.counts.failCount > facts.failures.length && facts.failures.length > 0
        ? [`… and ${facts.counts.failCount - facts.failures.length} more`]
        : []),
    ],
    action: { label: 'Open the test run', url: facts.url },
    footnote: 'Sent because you follow this run. Your profile says whether such mail is sent.',
  }),

  reviewer: (facts: RunOfMail & { firstName: string; asker: string; url: string }): MailContent => ({
    subject: subjectOfRun(facts),
    heading: `${facts.asker} asked you to review ${facts.run}`,
    paragraphs: [`${facts.firstName}, you are to look into what happened there.`],
    action: { label: 'Open the test run', url: facts.url },
    footnote: 'Sent because you are the reviewer. Your profile says whether such mail is sent.',
  }),

  quarantineEnds: (facts: {
    firstName: string;
    tests: readonly Pick<EndingQuarantine, 'projectName' | 'name' | 'until'>[];
    /** The total, not only the named ones. */
    count: number;
    url: string;
  }): MailContent => ({
    subject: facts.count === 1 ? 'A quarantine ends soon' : `${facts.count} quarantines end soon`,
    heading: facts.count === 1 ? 'A quarantine ends soon' : `${facts.count} quarantines end soon`,
    paragraphs: [
      `${facts.firstName}, from then on failures of these tests fail their runs again. Give them more time, or let them go.`,
      ...facts.tests.map(({ projectName, name, until }) => `${projectName} › ${name}: until ${dayOf(until)}`),
    ],
    action: { label: 'Open My work', url: facts.url },
    footnote: 'Sent because you see to these tests. Your profile says whether such mail is sent.',
  }),

  staffRole: (facts: {
    firstName: string;
    accountName: string;
    /** Null when they are gone. */
    staffName: string | null;
    roleType: RoleType;
    reason: string;
    until: string;
    url: string;
  }): MailContent => ({
    subject: 'Staff of Assay can act in your organization',
    heading: `Staff of Assay can act in ${facts.accountName}`,
    paragraphs: [
      `${facts.firstName}, ${facts.staffName ?? 'somebody who is gone'} of the staff of this installation took the role ${roleLabels[facts.roleType]} in ${facts.accountName}, until ${dayOf(facts.until)} at the latest. Values of variables are not shown to them.`,
      `The reason: ${facts.reason}`,
    ],
    action: { label: 'See who has access', url: facts.url },
    footnote: 'Sent to every administrator, with every such role. You can remove it there at once.',
  }),

  staffAccess: (facts: {
    firstName: string;
    accountName: string;
    /** Null when they are gone. */
    staffName: string | null;
    reason: string;
    until: string;
    url: string;
  }): MailContent => ({
    subject: 'Staff of Assay can read your test runs',
    heading: `Staff of Assay can read test runs of ${facts.accountName}`,
    paragraphs: [
      `${facts.firstName}, ${facts.staffName ?? 'a former member'} of the staff of this installation started read-only access to the test runs of ${facts.accountName}, until ${dayOf(facts.until)} at the latest. It includes neither files nor values of variables.`,
      `The reason: ${facts.reason}`,
    ],
    action: { label: 'See or end the access', url: facts.url },
    footnote: 'Sent to every administrator, once for each access. The access log shows each request.',
  }),

  testingMinutes: (facts: {
    firstName: string;
    accountName: string;
    /** Such as `2026-11`. */
    month: string;
    percent: number;
    includedMinutes: number;
    /** Whether the operator lets the account exceed its limits. */
    isSoft: boolean;
    url: string;
  }): MailContent => {
    const isUsedUp = facts.percent === 100;
    const included = `${facts.includedMinutes.toLocaleString('en-US')} testing minutes of its plan for ${monthOf(facts.month)}`;
    const renewed = `on ${firstDayAfter(facts.month)} (UTC)`;
    const blocked = isUsedUp
      ? `No test run starts until the minutes are renewed ${renewed}, or the plan is changed. Runs in progress continue.`
      : `The minutes are renewed ${renewed}. Once all are used, no test run starts until then, unless the plan is changed.`;
    return {
      subject: isUsedUp ? 'All testing minutes are used' : `${facts.percent}% of testing minutes are used`,
      heading: `${facts.accountName} has used ${isUsedUp ? 'all' : `${facts.percent}%`} of its testing minutes`,
      paragraphs: [
        `${facts.firstName}, ${facts.accountName} has used ${isUsedUp ? 'all' : `${facts.percent}% of the`} ${included}.`,
        facts.isSoft
          ? `Test runs still start: your organization may exceed its limit. The minutes are renewed ${renewed}.`
          : blocked,
      ],
      action: { label: 'See usage and plans', url: facts.url },
      footnote: 'Sent to every administrator when 80% and 100% are reached, once a month each.',
    };
  },

  mentioned: (facts: RunOfMail & { firstName: string; author: string; text: string; url: string }): MailContent => ({
    subject: subjectOfRun(facts),
    heading: `${facts.author} mentioned you`,
    paragraphs: [`${facts.firstName}, in the messages of ${facts.run}:`, facts.text],
    action: { label: 'Open the messages', url: facts.url },
    footnote: 'Sent because a message names you. Your profile says whether such mail is sent.',
  }),

  /** @param began the run in which the reported problem began; null without a run */
  alert: (news: AlertNews, began: RunOfMail | null): MailContent => ({
    subject: began === null ? news.title : subjectOfRun(began),
    heading: news.title,
    paragraphs: [
      ...news.facts.map(({ label, value }) => `${label}: ${value}`),
      ...failureLines(news).lines.map((line) => `✗ ${line}`),
      ...(failureLines(news).more > 0 ? [`… and ${failureLines(news).more} more`] : []),
    ],
    action: news.link,
    footnote: 'Sent by an alert. Administrators change it under Alerts.',
  }),

  friend: (facts: { firstName: string; sender: string; url: string }): MailContent => ({
    subject: `${plainName(facts.sender)} tells you about Assay`,
    heading: `${plainName(facts.firstName)}, have a look at Assay`,
    paragraphs: [
      `${plainName(facts.sender)} works with Assay and thinks that it could be of use to you.`,
      'Assay runs the tests of a team on its own machines, shows what fails and since when, and keeps the history of every test.',
    ],
    action: { label: 'Have a look', url: facts.url },
    footnote: `Sent once, because ${plainName(facts.sender)} asked for it. Your address is kept for nothing else.`,
  }),
};
