import type { AccountId, UserView } from '@assay/contract';
import { staffAccessDecider } from '@assay/domain';
import type { StaffAccessStarted } from '@assay/event-schemas';
import type { AutomationDeps } from '../automationDeps.ts';
import { mails } from './mails/mails.ts';
import { type PreparedMail, prepareMail } from './preparedMail.ts';

/** @returns the access, from the log: access that ended at once is reported too */
async function startedAccess({ eventLog }: AutomationDeps, staffAccessId: string): Promise<StaffAccessStarted | null> {
  for await (const event of eventLog.read(`${staffAccessDecider.category}-${staffAccessId}`)) {
    if (event.type === 'StaffAccessStarted') return event.data;
  }
  return null;
}

/** @returns the mail to an administrator that staff may read the account's test runs */
export async function staffAccessMail(
  deps: AutomationDeps,
  accountId: AccountId,
  staffAccessId: string,
  { id, email, firstName }: UserView,
): Promise<PreparedMail | null> {
  const { readModels, publicUrl } = deps;
  const [account, started] = await Promise.all([
    readModels.of(accountId).account(),
    startedAccess(deps, staffAccessId),
  ]);
  if (!account || !started) return null;
  const { userId, reason, until } = started;
  const staffName = (await readModels.user(userId))?.fullName ?? null;
  const url = `${publicUrl}/${encodeURIComponent(account.name)}/settings/access-log`;
  const facts = { firstName, accountName: account.name, staffName, reason, until, url };
  return prepareMail(mails.staffAccess(facts), email, [id, userId]);
}
