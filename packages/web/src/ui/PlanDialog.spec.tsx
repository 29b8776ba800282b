import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../testSupport/pageOfTests.tsx';
import { accountView, planViews } from '../testSupport/views.ts';
import { NotInPlan } from './NotInPlan.tsx';

const notification = 'POST /sales-video-notification';
const plans = planViews.map((plan) => ({ ...plan, monthlyPrice: plan.tier * 10_000 }));

async function viewPlans(plan: { currentPlan: number; legacyPlan: boolean }) {
  const account = { ...accountView, currentPlanFeatures: [], ...plan };
  const page = makePage({ 'GET /account': account, 'GET /plans': plans, [notification]: null });
  const shown = renderOn(page, <NotInPlan label="Alerts" />, '/northwind/alerts');
  const dialog = await screen.findByRole('dialog', { name: 'Alerts' });
  await userEvent.click(await within(dialog).findByRole('button', { name: 'View Plans & Pricing' }));
  await waitFor(() => expect(shown.address()).toBe('/northwind/settings/payment'));
  return page.sent.filter(({ method, path }) => `${method} ${path}` === notification).length;
}

describe('View Plans & Pricing', () => {
  it('leads to the payment, and is reported for a plan that costs nothing', async () => {
    expect(await viewPlans({ currentPlan: 1, legacyPlan: false })).toBe(1);
  });

  it.each([
    { currentPlan: 2, legacyPlan: false },
    { currentPlan: 1, legacyPlan: true },
  ])('is not reported for other plans: %j', async (plan) => {
    expect(await viewPlans(plan)).toBe(0);
  });
});
