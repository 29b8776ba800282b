import { userRoleCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listUserRoles = route(userRoleCalls.listUserRoles, async ({ api: { operations }, caller }) => {
  const roles = await caller.models.userRoles();
  const seen = await operations.sessions.lastSeen(roles.map(({ user }) => user.id));
  return roles.map((role) => ({ ...role, lastSeenAt: seen.get(role.user.id)?.toISOString() ?? null }));
});
