import type { AccountId, UserView } from '@assay/contract';
import { userRolesDecider } from '@assay/domain';
import type { StaffRoleTaken } from '@assay/event-schemas';
import type { AutomationDeps } from '../automationDeps.ts';
import { mails } from './mails/mails.ts';
import { type PreparedMail, prepareMail } from './preparedMail.ts';

/** @returns the role, from the log: a role given up at once is reported too */
async function takenRole(
  { eventLog }: AutomationDeps,
  accountId: AccountId,
  userRoleId: string,
): Promise<StaffRoleTaken | null> {
  for await (const event of eventLog.read(`${userRolesDecider.category}-${accountId}`)) {
    if (event.type === 'StaffRoleTaken' && event.data.userRoleId === userRoleId) return event.data;
  }
  return null;
}

/** @returns the mail to an administrator about a staff member's role in the account. */
export async function staffRoleMail(
  deps: AutomationDeps,
  accountId: AccountId,
  userRoleId: string,
  { id, email, firstName }: UserView,
): Promise<PreparedMail | null> {
  const { readModels, publicUrl } = deps;
  const [account, taken] = await Promise.all([
    readModels.of(accountId).account(),
    takenRole(deps, accountId, userRoleId),
  ]);
  if (!account || !taken) return null;
  const { userId, roleType, reason, until } = taken;
  const staffName = (await readModels.user(userId))?.fullName ?? null;
  const url = `${publicUrl}/${encodeURIComponent(account.name)}/settings/users`;
  const facts = { firstName, accountName: account.name, staffName, roleType, reason, until, url };
  return prepareMail(mails.staffRole(facts), email, [id, userId]);
}
