import { type AccountId, limits, type UserView } from '@assay/contract';
import type { AutomationDeps } from '../automationDeps.ts';
import { mails } from './mails/mails.ts';
import { type PreparedMail, prepareMail } from './preparedMail.ts';

const dayMs = 86_400_000;
/** Maximum number of tests in the mail. */
const testsNamed = 10;

/** @returns the mail about quarantines that end soon; null once all have ended. */
export async function endingQuarantinesMail(
  { readModels, publicUrl }: AutomationDeps,
  accountId: AccountId,
  { id, email, firstName }: UserView,
): Promise<PreparedMail | null> {
  const models = readModels.of(accountId);
  const before = new Date(Date.now() + limits.quarantineNoticeDays * dayMs).toISOString();
  const [account, ending] = await Promise.all([models.account(), models.endingQuarantines(id, before)]);
  if (!account || ending.length === 0) return null;
  const facts = {
    firstName,
    tests: ending.slice(0, testsNamed),
    count: ending.length,
    url: `${publicUrl}/${encodeURIComponent(account.name)}/my-work`,
  };
  return prepareMail(mails.quarantineEnds(facts), email, [id]);
}
