import { userRoleCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { shownTo } from './hiddenPeople.ts';

export const listUserRoles = route(userRoleCalls.listUserRoles, async ({ api, caller }) => {
  const { operations } = api;
  const isShown = await shownTo(api, caller);
  const roles = (await caller.models.userRoles()).filter(({ user }) => isShown(user));
  const userIds = roles.map(({ user }) => user.id);
  const isTold = caller.kind === 'member' && caller.role === 'ADMIN';
  const [seen, withTwoFactor] = await Promise.all([
    operations.sessions.lastSeen(userIds),
    isTold ? operations.secondFactors.whoHasIt(userIds) : null,
  ]);
  return roles.map((role) => ({
    ...role,
    lastSeenAt: seen.get(role.user.id)?.toISOString() ?? null,
    twoFactor: withTwoFactor?.has(role.user.id) ?? null,
  }));
});
