import type { AccountPlanView } from '@assay/contract';
import type { Static } from 'typebox';

type Plan = { tier: number; legacyPlan: boolean; features: string[] };

/** @returns a plan as the calls tell it */
export function planView({ tier, legacyPlan, features }: Plan): Static<typeof AccountPlanView> {
  const id = legacyPlan ? `legacy-${tier}` : `tier-${tier}`;
  return { id, name: legacyPlan ? 'Legacy' : `Tier ${tier}`, tier, legacyPlan, features, monthlyPrice: null };
}
