import { type AccountId, topics } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

/** A share of the testing minutes that was reached; `mailedAt`: when the first administrator was sent a mail. */
export type ReachedShare = { percent: number; at: string; mailedAt: string | null };

/** What is recorded of a month (UTC). */
export type UsageMonth = {
  /** Such as `2026-11`. */
  month: string;
  /** Runners at work when its last fact was recorded. */
  runners: number;
  peakRunners: number;
  /** When there were as many for the first time. */
  peakAt: string;
  reached: ReachedShare[];
};

export type AccountUsageDocument = ReadModelDocument & {
  accountId: AccountId;
  /** Oldest first. A month without any fact is not in it: its runners are those of the month before. */
  months: UsageMonth[];
  /** Mails about usage that are not sent yet. */
  mails: { mailId: string; month: string; percent: number }[];
};

type Usage = Omit<AccountUsageDocument, '_id' | 'position'>;

const keptMonths = 24;
const mailTemplate = 'testingMinutes';

export function monthOf(time: string): string {
  return time.slice(0, 'YYYY-MM'.length);
}

/** @returns the months with the one of the time as the last */
function upTo(months: readonly UsageMonth[], at: string): UsageMonth[] {
  const last = months.at(-1);
  const month = monthOf(at);
  // A clock that is behind does not lead back.
  if (last && last.month >= month) return [...months];
  const runners = last?.runners ?? 0;
  const begun = { month, runners, peakRunners: runners, peakAt: `${month}-01T00:00:00.000Z`, reached: [] };
  return [...months, begun].slice(-keptMonths);
}

function withRunners({ months, ...usage }: Usage, at: string, change: 1 | -1): Usage {
  return {
    ...usage,
    months: upTo(months, at).map((month, index, { length }) => {
      if (index < length - 1) return month;
      const runners = Math.max(0, month.runners + change);
      const peak = runners > month.peakRunners ? { peakRunners: runners, peakAt: at } : {};
      return { ...month, runners, ...peak };
    }),
  };
}

function withShare(usage: Usage, month: string, share: ReachedShare): Usage {
  const months = upTo(usage.months, `${month}-01T00:00:00.000Z`).map((one) =>
    one.month === month ? { ...one, reached: [...one.reached, share] } : one,
  );
  return { ...usage, months };
}

function withSentMail(usage: Usage, mailId: string, mailedAt: string): Usage {
  const sent = usage.mails.find((mail) => mail.mailId === mailId);
  if (!sent) return usage;
  const months = usage.months.map((month) => {
    if (month.month !== sent.month) return month;
    const mailed = (share: ReachedShare) => share.percent === sent.percent && share.mailedAt === null;
    return { ...month, reached: month.reached.map((share) => (mailed(share) ? { ...share, mailedAt } : share)) };
  });
  return { ...usage, months, mails: usage.mails.filter((mail) => mail !== sent) };
}

/** @returns the month and share that a mail is about, as `usageKeyOf` of the automation writes them */
function mailIn(event: RecordedEvent<{ type: 'MailRequested'; data: { mailId: string; about: string | null } }>) {
  const [month = '', percent] = (event.data.about ?? '').split('.');
  return { mailId: event.data.mailId, month, percent: Number(percent) };
}

/** Per account: how many runners were at work at once, and which shares of the testing minutes were reached, by month. */
export const accountUsage: Projection<AccountUsageDocument> = {
  name: 'accountUsage',
  version: 1,
  indexes: [],
  tier: 'trailing',
  idsOf: (event) => {
    const { accountId } = event.envelope;
    switch (event.type) {
      case 'AccountCreated':
        return [event.data.accountId];
      case 'MailRequested':
        return accountId !== null && event.data.template === mailTemplate ? [accountId] : [];
      case 'TestRunnerCreated':
      case 'TestRunnerExited':
      case 'TestingMinutesReached':
      case 'MailSent':
      case 'MailNotSent':
        return accountId === null ? [] : [accountId];
      default:
        return [];
    }
  },
  evolve: (usage, event) => {
    const { occurredAt: at } = event.envelope;
    if (event.type === 'AccountCreated') {
      return { accountId: event.data.accountId, months: upTo([], at), mails: [] };
    }
    if (usage === null) return null;
    switch (event.type) {
      case 'TestRunnerCreated':
        return withRunners(usage, at, 1);
      case 'TestRunnerExited':
        return withRunners(usage, at, -1);
      case 'TestingMinutesReached':
        return withShare(usage, event.data.month, { percent: event.data.percent, at, mailedAt: null });
      case 'MailRequested':
        return { ...usage, mails: [...usage.mails, mailIn(event)] };
      case 'MailSent':
        return withSentMail(usage, event.data.mailId, at);
      case 'MailNotSent':
        return { ...usage, mails: usage.mails.filter(({ mailId }) => mailId !== event.data.mailId) };
      default:
        return usage;
    }
  },
  topicsOf: ({ accountId }) => [{ accountId, topic: topics.payment, id: accountId }],
};
