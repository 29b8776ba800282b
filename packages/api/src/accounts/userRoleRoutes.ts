import { InvalidFields } from '@assay/application';
import { roleTypeOf, ssoRoleCalls, userRoleCalls } from '@assay/contract';
import { accountDecider, userRolesDecider } from '@assay/domain';
import { beginAuth } from '../authProviders/beginAuth.ts';
import { apiErrors } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { getSsoTestResult } from './getSsoTestResult.ts';
import { shownTo } from './hiddenPeople.ts';

const getSsoRoles = route(ssoRoleCalls.getSsoRoles, async ({ caller: { models } }) => models.ssoRoles());

/** The way back leads to the rules, where the result is asked for. */
const startSsoTest = route(
  ssoRoleCalls.startSsoTest,
  async ({ api, body: { provider }, caller: { accountId, models }, request, reply }) => {
    if (!api.authProviders.has(provider)) {
      throw new InvalidFields({ field: 'provider', message: apiErrors['authProvider.unknown'].text });
    }
    const account = await models.account();
    const returnTo = `/${encodeURIComponent(account?.name ?? '')}/settings/users`;
    return beginAuth(api, { kind: 'testing', provider, accountId, returnTo }, { request, reply });
  },
);

const changeSsoRoles = route(
  ssoRoleCalls.changeSsoRoles,
  async ({ api: { eventLog }, body: ssoRoles, caller: { accountId }, context }) => {
    const command = { type: 'changeSsoRoles' as const, ssoRoles };
    return commandAnswer(eventLog, await eventLog.handle(accountDecider, accountId, command, context));
  },
);

const listUserRoles = route(userRoleCalls.listUserRoles, async ({ api, caller }) => {
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

const changeUserRole = route(
  userRoleCalls.changeUserRole,
  async ({ api: { eventLog }, params: { id: userRoleId }, body: { roleType }, caller: { accountId }, context }) => {
    const command = { type: 'changeUserRole' as const, userRoleId, accountId, roleType: roleTypeOf(roleType) };
    const result = await eventLog.handle(userRolesDecider, accountId, command, context);
    return commandAnswer(eventLog, { ...result, id: userRoleId });
  },
);

const removeUserRole = route(
  userRoleCalls.removeUserRole,
  async ({ api: { eventLog }, params: { id: userRoleId }, caller: { accountId }, context }) => {
    const command = { type: 'removeUserRole' as const, userRoleId, accountId };
    const result = await eventLog.handle(userRolesDecider, accountId, command, context);
    return commandAnswer(eventLog, { ...result, id: userRoleId });
  },
);

export const userRoleRoutes: readonly Route[] = [
  getSsoRoles,
  startSsoTest,
  getSsoTestResult,
  changeSsoRoles,
  listUserRoles,
  changeUserRole,
  removeUserRole,
];
