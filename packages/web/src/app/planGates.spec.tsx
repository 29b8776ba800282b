import { includes, planOf, type Tier, tiers, workflowsFlag } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TestPanel } from '../features/testRuns/test/TestPanel.tsx';
import { makePage, renderOn } from '../testSupport/pageOfTests.tsx';
import { attemptView, testResultView } from '../testSupport/testResultView.ts';
import { accountView, planViews, testRunView } from '../testSupport/views.ts';
import { AppRoutes } from './AppRoutes.tsx';
import { areas } from './areas.ts';

const gated = areas.flatMap(({ feature, ...area }) => (feature === undefined ? [] : [{ ...area, feature }]));

/** An account on a plan, for whom quality workflows are enabled. */
function accountOn(tier: Tier | null, legacyPlan = false) {
  const { tier: currentPlan, features: currentPlanFeatures, flags, ...plan } = planOf(tier, legacyPlan);
  return { ...accountView, ...plan, currentPlan, currentPlanFeatures, flags: [...flags, workflowsFlag] };
}
const plans = [
  ...tiers.map((tier) => [`tier ${tier}`, accountOn(tier)] as const),
  ['the legacy plan', accountOn(1, true)] as const,
  ['the self-hosted plan', accountOn(null)] as const,
];

async function show(account: ReturnType<typeof accountOn>, at = '/northwind/agents') {
  const page = makePage({
    'GET /account': account,
    'GET /agents': [],
    'GET /account/usage-history': { runners: 0, analyses: 0, months: [] },
    'GET /plans': planViews.map((plan) => ({ ...plan, monthlyPrice: 100 })),
    'GET /user-roles': [],
  });
  renderOn(page, <AppRoutes />, at);
  return within(await screen.findByRole('navigation', { name: 'Main' }));
}
const isLocked = (entry: HTMLElement) => entry.getAttribute('aria-description') === 'not in your plan';

describe('the navigation', () => {
  it.each(plans)('locks exactly the entries that %s does not include', async (_, account) => {
    const navigation = await show(account);
    const lacking = gated.filter(({ feature }) => !includes(account, feature)).map(({ label }) => label);
    await waitFor(() => {
      const entries = navigation.getAllByRole('link');
      expect(entries.filter(isLocked).map(({ textContent }) => textContent)).toEqual(lacking);
      for (const { label } of gated) expect(navigation.getByRole('link', { name: label })).toBeVisible();
    });
  });

  it.each(plans)('has the videos of a test, or the way to a plan with them, on %s', async (_, account) => {
    const test = testResultView(attemptView(1, {}));
    const page = makePage({ 'GET /account': account, 'GET /test-runs/r1/results/adds': test, 'GET /plans': planViews });
    const at = '/northwind/test-runs/r1';
    renderOn(page, <TestPanel run={testRunView(1)} testKey="adds" />, at);
    await screen.findByRole('tab', { name: 'History' });
    if (includes(account, 'recordings')) {
      expect(screen.queryByRole('tab', { name: 'Videos' })).not.toBeInTheDocument();
      return;
    }
    await userEvent.click(await screen.findByRole('tab', { name: 'Videos' }));
    expect(await screen.findByText('Videos: not included in your plan')).toBeVisible();
  });

  const ofTier1 = gated
    .filter(({ feature }) => !includes(accountOn(1), feature))
    .map(({ label, path }) => [label, path]);
  it.each(ofTier1)('opens what plans with %s include, and returns the focus', async (label = '') => {
    const navigation = await show(accountOn(1));
    const entry = await navigation.findByRole('link', { name: label });
    await waitFor(() => expect(isLocked(entry)).toBe(true));
    await userEvent.click(entry);
    const dialog = await screen.findByRole('dialog', { name: label });
    expect(await within(dialog).findByRole('button', { name: 'View Plans & Pricing' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(entry).toHaveFocus());
  });

  it.each(ofTier1)('does not lead to %s by its address either', async (label, path) => {
    await show(accountOn(1), `/northwind/${path}`);
    expect(await screen.findByText(`${label}: not included in your plan`)).toBeInTheDocument();
  });
});
