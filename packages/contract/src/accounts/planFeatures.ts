/** Enables uploads for an account whose plan includes its own runners. */
export const uploadOverrideFlag = 'upload-test-run';

/** Shows runner pools to an account. */
export const runnerPoolsFlag = 'runner-pools';

/** Shows quality workflows to an account whose plan includes them. */
export const workflowsFlag = 'quality-workflows';

/** Enables rules by which tests are left out; nothing has such rules so far. */
export const testSelectionFlag = 'test-selection';

/** Lets an account have more than its quotas. */
export const softQuotaFlag = 'tem-quota-soft-limit';

/** What is switched on for single accounts, by their plan or by the operator. */
export const accountFlags = [
  runnerPoolsFlag,
  testSelectionFlag,
  softQuotaFlag,
  uploadOverrideFlag,
  workflowsFlag,
] as const;

type Plan = {
  /** The tier. */
  currentPlan: number;
  legacyPlan: boolean;
  currentPlanFeatures: readonly string[];
  flags: readonly string[];
};

/** What plans differ in. */
export const planFeatures = [
  'ownRunners',
  'upload',
  'recordings',
  'runnerPools',
  'windowsPools',
  'triggers',
  'alerts',
  'testPlans',
  'workflows',
] as const;
export type PlanFeature = (typeof planFeatures)[number];

/** The one place that says which plan includes which. */
const includedIn: Readonly<Record<PlanFeature, (plan: Plan) => boolean>> = {
  /** Its own runners run its tests: New Test Run, rerun and the timeline. */
  ownRunners: ({ currentPlan, legacyPlan }) => legacyPlan || currentPlan >= 2,
  /** Results from elsewhere: for plans without their own runners, and for accounts where it is enabled. */
  upload: (plan) => !includedIn.ownRunners(plan) || plan.flags.includes(uploadOverrideFlag),
  /** Videos of tests. */
  recordings: ({ legacyPlan, currentPlanFeatures }) => legacyPlan || currentPlanFeatures.includes('SCREEN_RECORDING'),
  /** The screen of runner pools. */
  runnerPools: ({ flags }) => flags.includes(runnerPoolsFlag),
  /** Runner pools of the type WINDOWS. */
  windowsPools: ({ legacyPlan, currentPlanFeatures }) => legacyPlan || currentPlanFeatures.includes('WINDOWS_RUNNERS'),
  /** Tests that start by themselves. */
  triggers: ({ legacyPlan, currentPlan }) => legacyPlan || currentPlan >= 2,
  /** Messages about test runs. */
  alerts: ({ legacyPlan, currentPlan }) => legacyPlan || currentPlan >= 2,
  /** Suites that run in stages. */
  testPlans: ({ legacyPlan, currentPlan }) => legacyPlan || currentPlan >= 3,
  /** How people work on quality, drawn as a diagram. */
  workflows: ({ legacyPlan, currentPlan, flags }) => flags.includes(workflowsFlag) && (legacyPlan || currentPlan >= 3),
};

/** @returns whether the account's plan includes the feature */
export function includes(account: Plan, feature: PlanFeature): boolean {
  return includedIn[feature](account);
}
