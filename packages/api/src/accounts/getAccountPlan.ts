import { accountCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { planView } from './planView.ts';

export const getAccountPlan = route(accountCalls.getAccountPlan, async ({ caller }) => {
  const account = await caller.models.account();
  if (!account) throw new ApiError('notFound');
  const { currentPlan: tier, legacyPlan, currentPlanFeatures: features } = account;
  return planView({ tier, legacyPlan, features });
});
