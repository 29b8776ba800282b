import { limits } from '../limits.ts';
import { runnerPoolsFlag, uploadOverrideFlag, workflowsFlag } from './planFeatures.ts';

export const tiers = [1, 2, 3, 4] as const;
export type Tier = (typeof tiers)[number];

/** What each tier costs a month, in US cents. */
export const monthlyPrices: Readonly<Record<Tier, number>> = { 1: 0, 2: 18_000, 3: 42_000, 4: 96_000 };

/** @returns whether the plan is the tier that costs nothing; one that predates tiers was paid for in another way */
export function isFreePlan({ tier, legacyPlan }: Pick<AccountPlan, 'tier' | 'legacyPlan'>): boolean {
  return tier === 1 && !legacyPlan;
}

/** What an account may use, and how much of it. */
export type AccountPlan = {
  /** 1 to 4. */
  tier: number;
  /** A plan that predates tiers; it includes what the highest tier does. */
  legacyPlan: boolean;
  features: string[];
  /** What is switched on for the account besides its plan. */
  flags: string[];
  numberOfRunners: number;
  windowsRunners: number;
  maximumRunnersPerProject: number;
};

const everyFeature = [
  'SCREEN_RECORDING',
  'NUMBER_OF_RUNNERS',
  'WINDOWS_RUNNERS',
  'MAX_TESTING_MINUTES',
  'MONTHLY_AI_LIMIT',
];

/**
 * An account's plan until it gets another one: everything is included, and only its agents' places limit its runners.
 */
export const selfHostedPlan: AccountPlan = {
  tier: 4,
  legacyPlan: false,
  features: everyFeature,
  flags: [uploadOverrideFlag, runnerPoolsFlag, workflowsFlag],
  numberOfRunners: 256,
  windowsRunners: 256,
  maximumRunnersPerProject: 30,
};

const runners = (most: number) => ({
  numberOfRunners: most,
  windowsRunners: most,
  maximumRunnersPerProject: most,
});
const upTo30 = { features: everyFeature, ...runners(30) };

/** What a plan includes each month. */
export type MonthlyLimits = {
  testingMinutes: number;
  /** Runs that are analysed by AI. */
  analysedRuns: number;
};

const monthlyLimits: Readonly<Record<Tier, MonthlyLimits>> = {
  1: { testingMinutes: 5 * 60, analysedRuns: 10 },
  2: { testingMinutes: 60_000, analysedRuns: 50 },
  3: { testingMinutes: 60_000, analysedRuns: 50 },
  4: { testingMinutes: 150_000, analysedRuns: 150 },
};

/**
 * @param plan one that predates tiers has the limits of the highest
 * @returns its monthly limits, those of the lowest tier for an unknown one; null: the self-hosted plan, which has none
 */
export function monthlyLimitsOf({
  tier,
  legacyPlan,
  numberOfRunners,
}: Pick<AccountPlan, 'tier' | 'legacyPlan' | 'numberOfRunners'>): MonthlyLimits | null {
  // A tier has 30 runners at most.
  if (numberOfRunners === selfHostedPlan.numberOfRunners) return null;
  return monthlyLimits[legacyPlan ? 4 : (tiers.find((each) => each === tier) ?? 1)];
}

/** What each tier includes; what it opens besides is in `planFeatures`. */
const ofTier: Readonly<Record<Tier, Omit<AccountPlan, 'tier' | 'legacyPlan' | 'flags'>>> = {
  1: {
    features: ['MAX_TESTING_MINUTES', 'MONTHLY_AI_LIMIT'],
    ...runners(limits.runnersWhenUnknown),
    windowsRunners: 0,
  },
  2: upTo30,
  3: upTo30,
  4: upTo30,
};

/**
 * @param legacyPlan whether the plan predates tiers, and so includes what the highest one opens
 * @returns the plan of a tier; null: the self-hosted plan, which includes everything
 */
export function planOf(tier: Tier | null, legacyPlan = false): AccountPlan {
  return tier === null ? { ...selfHostedPlan, legacyPlan } : { tier, legacyPlan, flags: [], ...ofTier[tier] };
}
