import { monthlyLimitsOf, monthlyPrices, planOf, tiers } from './accountPlan.ts';
import { includes, type PlanFeature, uploadOverrideFlag, workflowsFlag } from './planFeatures.ts';

const account = (tier: Parameters<typeof planOf>[0], change: Partial<ReturnType<typeof planOf>> = {}) => {
  const { tier: currentPlan, features: currentPlanFeatures, ...rest } = { ...planOf(tier), ...change };
  return { currentPlan, currentPlanFeatures, ...rest };
};
const tiersWith = (feature: PlanFeature) => tiers.filter((tier) => includes(account(tier), feature));

/** What each plan includes: tiers 1 to 4, the plan that predates tiers, and the self-hosted one. */
const columns = [account(1), account(2), account(3), account(4), account(1, { legacyPlan: true }), account(null)];
const table: Readonly<Record<PlanFeature, string>> = {
  ownRunners: '-++++ +',
  upload: '+---- +',
  recordings: '-++++ +',
  runnerPools: '----- +',
  windowsPools: '-++++ +',
  triggers: '-++++ +',
  alerts: '-++++ +',
  testPlans: '--+++ +',
  workflows: '----- +',
};

describe('the table of plans', () => {
  it.each(Object.entries(table))('grants %s to %s', (feature, wanted) => {
    const granted = columns.map((plan) => (includes(plan, feature as PlanFeature) ? '+' : '-')).join('');
    expect(granted).toBe(wanted.replace(' ', ''));
  });

  it('grants quality workflows from tier 3 where they are enabled', () => {
    const enabled = { flags: [workflowsFlag] };
    expect(tiers.filter((tier) => includes(account(tier, enabled), 'workflows'))).toEqual([3, 4]);
    expect(includes(account(1, { ...enabled, legacyPlan: true }), 'workflows')).toBe(true);
  });

  it('has a price for each tier in whole cents', () => {
    expect(tiers.map((tier) => monthlyPrices[tier])).toEqual([0, 18_000, 42_000, 96_000]);
  });
});

describe('plans', () => {
  it('include triggers and alerts from tier 2 on', () => {
    expect(tiersWith('triggers')).toEqual([2, 3, 4]);
    expect(tiersWith('alerts')).toEqual([2, 3, 4]);
  });

  it('include own runners and recordings from tier 2 on, and uploads below it', () => {
    expect(tiersWith('ownRunners')).toEqual([2, 3, 4]);
    expect(tiersWith('recordings')).toEqual([2, 3, 4]);
    expect(tiersWith('upload')).toEqual([1]);
  });

  it('include Windows runner pools from tier 2 on', () => {
    expect(tiersWith('windowsPools')).toEqual([2, 3, 4]);
    expect(includes(account(1, { legacyPlan: true }), 'windowsPools')).toBe(true);
    expect(includes(account(null), 'windowsPools')).toBe(true);
  });

  it('include the hours of testing and the analyses of their tier each month', () => {
    expect(tiers.map((tier) => monthlyLimitsOf(planOf(tier)))).toEqual([
      { testingMinutes: 300, analysedRuns: 10 },
      { testingMinutes: 60_000, analysedRuns: 50 },
      { testingMinutes: 60_000, analysedRuns: 50 },
      { testingMinutes: 150_000, analysedRuns: 150 },
    ]);
    expect(monthlyLimitsOf(planOf(1, true))).toEqual(monthlyLimitsOf(planOf(4)));
    expect(monthlyLimitsOf(planOf(null))).toBeNull();
    expect(monthlyLimitsOf({ tier: 9, legacyPlan: false, numberOfRunners: 1 })?.testingMinutes).toBe(300);
  });

  it.each(['ownRunners', 'recordings', 'upload', 'runnerPools', 'triggers', 'alerts'] as const)(
    'that host themselves include %s',
    (feature) => {
      expect(includes(account(null), feature)).toBe(true);
    },
  );

  it('from before there were tiers include what the highest does', () => {
    const legacy = account(1, { legacyPlan: true });
    expect([includes(legacy, 'ownRunners'), includes(legacy, 'recordings'), includes(legacy, 'upload')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('of any tier include uploads where they are enabled', () => {
    expect(includes(account(3, { flags: [uploadOverrideFlag] }), 'upload')).toBe(true);
  });
});
