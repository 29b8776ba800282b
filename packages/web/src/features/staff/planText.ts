import type { StaffAccountView } from '@assay/contract';

/** @returns the plan in words: 'Self-hosted: everything' or 'Tier 2, legacy' */
export function planText({ tier, legacyPlan }: Pick<StaffAccountView, 'tier' | 'legacyPlan'>): string {
  const name = tier === null ? 'Self-hosted: everything' : `Tier ${tier}`;
  return legacyPlan ? `${name}, legacy` : name;
}
