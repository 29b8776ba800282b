import { createOwnAccount, renameAccount as rename } from '@assay/application';
import {
  type AccountPlanView,
  accountCalls,
  discountedPrice,
  isCurrent,
  limits,
  monthlyLimitsOf,
  monthlyPrices,
  planOf,
  type Tier,
  tiers,
} from '@assay/contract';
import { accountDecider } from '@assay/domain';
import type { Static } from 'typebox';
import { listAccessLog } from '../accessLog/listAccessLog.ts';
import { noteVisit } from '../accessLog/noteVisit.ts';
import type { Api } from '../api.ts';
import { createApiKey } from '../apiKeys/createApiKey.ts';
import { generateApiKey } from '../apiKeys/generateApiKey.ts';
import { getApiKey } from '../apiKeys/getApiKey.ts';
import { listApiKeys } from '../apiKeys/listApiKeys.ts';
import { revokeApiKey } from '../apiKeys/revokeApiKey.ts';
import { ApiError } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { login } from './login.ts';
import { changeTwoFactorRequirement } from './twoFactor/changeTwoFactorRequirement.ts';

/** Whether the plan has a price: a granted one has none. */
const isBilled = ({ config }: Api) => config.payments !== null;

type Plan = { tier: number; legacyPlan: boolean; features: string[]; numberOfRunners: number };

/** @returns a plan as the calls tell it */
function planView(plan: Plan, billed: boolean): Static<typeof AccountPlanView> {
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
    monthlyPrice: billed && monthly.testingMinutes !== null ? (monthlyPrices[tier as Tier] ?? null) : null,
  };
}

const logout = route(accountCalls.logout, async ({ api, caller, request }) => {
  await api.operations.sessions.end(caller.token);
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
    return commandAnswer(api.eventLog, await createOwnAccount(api, { name, userId, isBilled: isBilled(api) }, context));
  },
);

const getAccountPlan = route(accountCalls.getAccountPlan, async ({ api, caller }) => {
  const [account, billing] = await Promise.all([caller.models.account(), caller.models.billing()]);
  if (!account) throw new ApiError('notFound');
  const { currentPlan: tier, legacyPlan, currentPlanFeatures: features, numberOfRunners } = account;
  const discount = billing && isCurrent(billing.subscription) ? billing.subscription.discount : null;
  return {
    ...planView({ tier, legacyPlan, features, numberOfRunners }, isBilled(api)),
    promoCode: discount?.promoCode ?? null,
    monthlyPriceWithPromoCode: discount && discountedPrice(tier as Tier, discount),
    promoCodeDuration: discount?.promoCodeDuration ?? null,
    promoCodeDurationInMonths: discount?.promoCodeDurationInMonths ?? null,
  };
});

const listPlans = route(accountCalls.listPlans, async ({ api }) =>
  tiers.map((tier) => planView(planOf(tier), isBilled(api))),
);

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
