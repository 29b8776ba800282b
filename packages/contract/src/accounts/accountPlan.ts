import { uploadOverrideFlag } from './planFeatures.ts';

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

/**
 * An account's plan until it gets another one: everything is included, and only its agents' places limit its runners.
 */
export const selfHostedPlan: AccountPlan = {
  tier: 4,
  legacyPlan: false,
  features: ['SCREEN_RECORDING', 'NUMBER_OF_RUNNERS', 'WINDOWS_RUNNERS', 'MAX_TESTING_MINUTES', 'MONTHLY_AI_LIMIT'],
  flags: [uploadOverrideFlag],
  numberOfRunners: 256,
  windowsRunners: 256,
  maximumRunnersPerProject: 30,
};
