import { type AccountPlanView, type AccountView, includes, type PlanFeature, workflowsFlag } from '@assay/contract';
import type { Static } from 'typebox';

export type Plan = Static<typeof AccountPlanView>;
export type FeatureRow = { feature: PlanFeature; label: string };

/** What plans differ in. What is enabled for single accounts only has no row: a plan does not include it. */
export function featureRows({ flags }: Pick<AccountView, 'flags'>): readonly FeatureRow[] {
  return [
    { feature: 'ownRunners', label: 'Runs on own runners' },
    { feature: 'ownRunners', label: 'Timeline' },
    { feature: 'upload', label: 'Upload Test Run' },
    { feature: 'recordings', label: 'Videos of tests' },
    { feature: 'triggers', label: 'Test Triggers' },
    { feature: 'alerts', label: 'Alerts' },
    { feature: 'testPlans', label: 'Test Plans' },
    ...(flags.includes(workflowsFlag) ? [{ feature: 'workflows', label: 'Quality Workflows' } as const] : []),
    { feature: 'windowsPools', label: 'Windows runner pools' },
  ];
}

/** Whether the account would have the feature on this plan. */
export function wouldInclude(
  { flags }: Pick<AccountView, 'flags'>,
  { tier, legacyPlan, features }: Plan,
  feature: PlanFeature,
): boolean {
  return includes({ currentPlan: tier, legacyPlan, currentPlanFeatures: features, flags }, feature);
}
