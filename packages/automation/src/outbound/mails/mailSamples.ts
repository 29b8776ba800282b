import type { AlertNews, MailMessage } from '@assay/integrations';
import { mails } from './mails.ts';
import { renderMail } from './renderMail.ts';

/** @returns every mail with sample facts, by name, for review. */
export function mailSamples(publicUrl: string): Record<keyof typeof mails, MailMessage> {
  const firstName = 'Grace';
  const to = 'grace@example.org';
  const token = 'a-token-that-opens-nothing';
  const invitation = {
    firstName,
    accountName: 'northwind',
    roleType: 'USER' as const,
    sentBy: 'Ada Lovelace',
    validUntil: '2026-03-08T12:00:00.000Z',
    url: `${publicUrl}/accept?${new URLSearchParams({ token, email: to })}`,
  };
  const ended = {
    run: 'Checkout #128',
    verdict: 'failed',
    branch: 'main',
    environment: 'Staging',
    counts: {
      testCount: 412,
      passCount: 403,
      failCount: 7,
      ignoredCount: 2,
      notRunCount: 0,
      flakyCount: 1,
      quarantineTotalCount: 0,
      nothingCouldPass: false,
    },
    failures: [
      { file: 'cart.spec.ts', name: 'adds an item' },
      { file: 'payment.spec.ts', name: 'takes a card' },
    ],
  };
  const news: AlertNews = {
    kind: 'failed',
    at: '2026-03-01T12:00:00.000Z',
    tone: 'bad',
    title: 'Checkout #128 failed: 7 of 412 tests, 2 new',
    facts: [
      { label: 'Environment', value: ended.environment },
      { label: 'Branch', value: ended.branch },
    ],
    causes: [],
    moreCauses: 0,
    failures: ended.failures,
    moreFailures: 5,
    link: { label: 'Open the test run', url: `${publicUrl}/northwind/test-runs/128` },
    group: '',
    data: {},
  };
  return {
    test: renderMail(mails.test(), to),
    invitation: renderMail(mails.invitation(invitation), to),
    verifyEmail: renderMail(
      mails.verifyEmail({ url: `${publicUrl}/verify-email?${new URLSearchParams({ token, email: to })}` }),
      to,
    ),
    alreadyRegistered: renderMail(mails.alreadyRegistered({ firstName, url: `${publicUrl}/login` }), to),
    passwordReset: renderMail(
      mails.passwordReset({ firstName, url: `${publicUrl}/password-reset?token=${token}` }),
      to,
    ),
    friend: renderMail(mails.friend({ firstName, sender: 'Ada Lovelace', url: publicUrl }), to),
    runEnded: renderMail(mails.runEnded({ firstName, ...ended, url: `${publicUrl}/northwind/test-runs/128` }), to),
    reviewer: renderMail(
      mails.reviewer({ firstName, asker: 'Ada Lovelace', ...ended, url: `${publicUrl}/northwind/test-runs/128` }),
      to,
    ),
    quarantineEnds: renderMail(
      mails.quarantineEnds({
        firstName,
        tests: [
          { projectName: 'Checkout', name: 'keeps the discount on the larger half', until: '2026-11-29T09:00:00Z' },
        ],
        count: 1,
        url: `${publicUrl}/northwind/my-work`,
      }),
      to,
    ),
    staffRole: renderMail(
      mails.staffRole({
        firstName,
        accountName: 'northwind',
        staffName: 'Noor Ali',
        roleType: 'ADMIN',
        reason: 'You asked why the nightly trigger does not start',
        until: '2026-03-01T20:00:00.000Z',
        url: `${publicUrl}/northwind/settings/users`,
      }),
      to,
    ),
    staffAccess: renderMail(
      mails.staffAccess({
        firstName,
        accountName: 'northwind',
        staffName: 'Noor Ali',
        reason: 'Ticket 4112: the nightly run hangs',
        until: '2026-03-01T20:00:00.000Z',
        url: `${publicUrl}/northwind/settings/access-log`,
      }),
      to,
    ),
    testingMinutes: renderMail(
      mails.testingMinutes({
        firstName,
        accountName: 'northwind',
        month: '2026-03',
        percent: 80,
        includedMinutes: 60_000,
        isSoft: false,
        url: `${publicUrl}/northwind/settings/payment`,
      }),
      to,
    ),
    mentioned: renderMail(
      mails.mentioned({
        firstName,
        ...ended,
        author: 'Ada Lovelace',
        text: '@Grace Hopper, the cart fails since yesterday. Is it the new gateway?',
        url: `${publicUrl}/northwind/test-runs/128/messages`,
      }),
      to,
    ),
    alert: renderMail(mails.alert(news, ended), to),
    passwordChanged: renderMail(mails.passwordChanged({ firstName, url: `${publicUrl}/forgot-password` }), to),
  };
}
