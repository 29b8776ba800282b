import { monthlyLimitsOf, planOf, tiers } from './accountPlan.ts';
import { includes, type PlanFeature, uploadOverrideFlag } from './planFeatures.ts';

const account = (tier: Parameters<typeof planOf>[0], change: Partial<ReturnType<typeof planOf>> = {}) => {
  const { tier: currentPlan, features: currentPlanFeatures, ...rest } = { ...planOf(tier), ...change };
  return { currentPlan, currentPlanFeatures, ...rest };
};
const tiersWith = (feature: PlanFeature) => tiers.filter((tier) => includes(account(tier), feature));

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
