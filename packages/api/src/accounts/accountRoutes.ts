import { createOwnAccount, renameAccount as rename } from '@assay/application';
import { type AccountPlanView, accountCalls, limits, monthlyLimitsOf, planOf, tiers } from '@assay/contract';
import { accountDecider } from '@assay/domain';
import type { Static } from 'typebox';
import { listAccessLog } from '../accessLog/listAccessLog.ts';
import { noteVisit } from '../accessLog/noteVisit.ts';
import { createApiKey } from '../apiKeys/createApiKey.ts';
import { generateApiKey } from '../apiKeys/generateApiKey.ts';
import { getApiKey } from '../apiKeys/getApiKey.ts';
import { listApiKeys } from '../apiKeys/listApiKeys.ts';
import { revokeApiKey } from '../apiKeys/revokeApiKey.ts';
import { ApiError } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { closeSocketsOf } from './closeSocketsOf.ts';
import { login } from './login.ts';
import { changeTwoFactorRequirement } from './twoFactor/changeTwoFactorRequirement.ts';

type Plan = { tier: number; legacyPlan: boolean; features: string[]; numberOfRunners: number };

/** @returns a plan as the calls tell it */
function planView(plan: Plan): Static<typeof AccountPlanView> {
  const { tier, legacyPlan, features } = plan;
  const monthly = monthlyLimitsOf(plan) ?? { testingMinutes: null, analysedRuns: null };
  const id = legacyPlan ? `legacy-${tier}` : `tier-${tier}`;
  return {
    id,
    name: legacyPlan ? 'Legacy' : `Tier ${tier}`,
    tier,
    legacyPlan,
    features,
    ...monthly,
    monthlyPrice: null,
  };
}

const logout = route(accountCalls.logout, async ({ api, caller, request }) => {
  await api.operations.sessions.end(caller.token);
  await closeSocketsOf(api, [caller.sessionId]);
  logSecurity(api.config.securityLog, request, 'signedOut');
  await noteVisit(api, request, 'signedOut', caller.userId);
  return null;
});

const getAccount = route(accountCalls.getAccount, async ({ api, caller }) => {
  const [account, totalTestingMinutes] = await Promise.all([caller.models.account(), caller.models.testingMinutes()]);
  if (!account) throw new ApiError('notFound');
  return { ...account, totalTestingMinutes, flags: await api.flags.of(account) };
});

const createAccount = route(
  accountCalls.createAccount,
  async ({ api, body: { name }, caller: { userId }, context }) => {
    if (!api.config.registration.isOpen) throw new ApiError('account.creationClosed');
    const own = await api.readModels.accountIdsOf(userId);
    if (own.length >= limits.accountsOfPerson) throw new ApiError('account.tooMany');
    return commandAnswer(api.eventLog, await createOwnAccount(api, { name, userId }, context));
  },
);

const getAccountPlan = route(accountCalls.getAccountPlan, async ({ caller }) => {
  const account = await caller.models.account();
  if (!account) throw new ApiError('notFound');
  const { currentPlan: tier, legacyPlan, currentPlanFeatures: features, numberOfRunners } = account;
  return planView({ tier, legacyPlan, features, numberOfRunners });
});

const listPlans = route(accountCalls.listPlans, async () => tiers.map((tier) => planView(planOf(tier))));

const getAccountSetup = route(accountCalls.getAccountSetup, async ({ caller }) => {
  const setup = await caller.models.accountSetup();
  if (!setup) throw new ApiError('notFound');
  return setup;
});

const finishSetupStep = route(
  accountCalls.finishSetupStep,
  async ({ api: { eventLog }, body: { step }, caller: { accountId }, context }) =>
    commandAnswer(
      eventLog,
      await eventLog.handle(accountDecider, accountId, { type: 'finishSetupStep', step }, context),
    ),
);

const completeSetup = route(accountCalls.completeSetup, async ({ api: { eventLog }, caller: { accountId }, context }) =>
  commandAnswer(eventLog, await eventLog.handle(accountDecider, accountId, { type: 'completeSetup' }, context)),
);

const renameAccount = route(
  accountCalls.renameAccount,
  async ({ api, query: { name }, caller: { accountId }, context, expectedRevision }) =>
    commandAnswer(api.eventLog, await rename(api, accountId, name, { ...context, expectedRevision })),
);

const changeAiOptOut = route(
  accountCalls.changeAiOptOut,
  async ({ api: { eventLog }, body: { aiOptOut }, caller: { accountId }, context, expectedRevision }) => {
    const command = { type: 'changeAiOptOut' as const, aiOptOut };
    const result = await eventLog.handle(accountDecider, accountId, command, { ...context, expectedRevision });
    return commandAnswer(eventLog, result);
  },
);

export const accountRoutes: readonly Route[] = [
  login,
  logout,
  getAccount,
  createAccount,
  getAccountPlan,
  listPlans,
  getAccountSetup,
  finishSetupStep,
  completeSetup,
  renameAccount,
  changeAiOptOut,
  changeTwoFactorRequirement,
  getApiKey,
  generateApiKey,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  listAccessLog,
];
