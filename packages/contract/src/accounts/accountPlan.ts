import { uploadOverrideFlag } from './planFeatures.ts';

/** What an account may use, and how much of it. */
export type AccountPlan = {
  /** 1 to 4. */
  tier: number;
  /** A plan from before there were tiers; it includes what the highest tier does. */
  legacyPlan: boolean;
  features: string[];
  /** What is switched on for the account beside its plan. */
  flags: string[];
  numberOfRunners: number;
  windowsRunners: number;
  maximumRunnersPerProject: number;
};

/** The plan of an account until it gets another one: everything is included, and the places of its agents limit its runners. */
export const selfHostedPlan: AccountPlan = {
  tier: 4,
  legacyPlan: false,
  features: ['SCREEN_RECORDING', 'NUMBER_OF_RUNNERS', 'WINDOWS_RUNNERS', 'MAX_TESTING_MINUTES', 'MONTHLY_AI_LIMIT'],
  flags: [uploadOverrideFlag],
  numberOfRunners: 256,
  windowsRunners: 256,
  maximumRunnersPerProject: 30,
};
