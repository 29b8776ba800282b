import type { AccountId, UserId, UserRoleId } from '@assay/contract';
import { type Claims, ssoRoleOf, userRolesDecider } from '@assay/domain';
import { type AppendContext, newId } from '@assay/event-log';
import type { Application } from '../application.ts';

/** How long to wait for changed roles in the read models. */
const shownWithinMs = 3_000;

/**
 * Gives somebody who signs in by a provider the roles that follow from their groups there, in each account with rules
 * about it, and takes away those that no longer do.
 * @param person.mayJoin whether a group alone makes them a member. Where everybody makes accounts, one could otherwise
 * draw in all who sign in, and see their names
 * @returns the accounts where the provider did not tell the groups: roles stay there as they are
 */
export async function syncSsoRoles(
  { eventLog, readModels }: Pick<Application, 'eventLog' | 'readModels'>,
  { userId, provider, claims, mayJoin }: { userId: UserId; provider: string; claims: Claims; mayJoin: boolean },
  signed: Omit<AppendContext, 'accountId' | 'actor'>,
): Promise<AccountId[]> {
  const notTold: AccountId[] = [];
  let hasChanged = false;
  for (const { accountId, rules } of await readModels.ssoRulesOf(provider)) {
    const roleType = ssoRoleOf(rules, claims);
    if (roleType === 'notTold') {
      notTold.push(accountId);
      continue;
    }
    const ids = { userRoleId: newId<UserRoleId>(), userId, accountId };
    const command = { type: 'syncUserRole' as const, ...ids, roleType, mayJoin };
    const context: AppendContext = { ...signed, accountId, actor: { kind: 'automation', id: 'sso' } };
    const { events } = await eventLog.handle(userRolesDecider, accountId, command, context);
    hasChanged ||= events.length > 0;
  }
  if (hasChanged) {
    // The person reads their roles next; a short delay is no reason to fail.
    const head = await eventLog.head();
    if (head) await readModels.waitFor(head.position, shownWithinMs, { scope: 'installation' });
  }
  return notTold;
}
