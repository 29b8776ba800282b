import { isQuotaSoft } from '@assay/application';
import type { AccountId, UserView } from '@assay/contract';
import type { TestingMinutesReached } from '@assay/event-schemas';
import type { AutomationDeps } from '../automationDeps.ts';
import { mails } from './mails/mails.ts';
import { type PreparedMail, prepareMail } from './preparedMail.ts';

type Reached = Pick<TestingMinutesReached, 'month' | 'percent' | 'includedMinutes'>;

/** What a mail about usage is about, as one text. */
export function usageKeyOf({ month, percent, includedMinutes }: Reached): string {
  return `${month}.${percent}.${includedMinutes}`;
}

function reachedFrom(key: string): Reached {
  const [month = '', percent, includedMinutes] = key.split('.');
  return { month, percent: Number(percent), includedMinutes: Number(includedMinutes) };
}

/** @returns the mail to an administrator that the account has used a share of its testing minutes */
export async function usageMail(
  deps: AutomationDeps,
  accountId: AccountId,
  key: string,
  { id, email, firstName }: UserView,
): Promise<PreparedMail | null> {
  const account = await deps.readModels.of(accountId).account();
  if (!account) return null;
  const { month, percent, includedMinutes } = reachedFrom(key);
  const facts = {
    ...{ firstName, accountName: account.name, month, percent, includedMinutes },
    isSoft: await isQuotaSoft(deps, accountId),
    url: `${deps.publicUrl}/${encodeURIComponent(account.name)}/settings/payment`,
  };
  return prepareMail(mails.testingMinutes(facts), email, [id]);
}
