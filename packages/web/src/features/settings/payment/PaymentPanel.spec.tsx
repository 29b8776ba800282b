import type { PaymentInfoView, SubscriptionView, UsageHistoryView } from '@assay/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn, type Sent } from '../../../testSupport/pageOfTests.tsx';
import { accountView, planViews, positionAt } from '../../../testSupport/views.ts';
import { PaymentPanel } from './PaymentPanel.tsx';

const billing = { publishableKey: 'pk_test', scriptUrl: 'https://js.stripe.test/stripe.js' };
const subscription: SubscriptionView = {
  tier: 2,
  status: 'active',
  periodEnd: '2026-12-01T12:00:00.000Z',
  endsWithPeriod: false,
  graceUntil: null,
  card: { brand: 'visa', lastFour: '4242', expiryMonth: 4, expiryYear: 2028 },
  monthlyPrice: 18_000,
  promoCode: null,
};
const quiet = { peakRunners: 0, peakAt: '2026-09-01T00:00:00.000Z', reached: [] };
const history: UsageHistoryView = {
  runners: 7,
  analyses: 12,
  months: [
    {
      month: '2026-11',
      peakRunners: 24,
      peakAt: '2026-11-18T09:00:00.000Z',
      reached: [{ percent: 80, at: '2026-11-26T10:00:00.000Z', mailedAt: '2026-11-26T10:00:02.000Z' }],
    },
    {
      month: '2026-10',
      peakRunners: 12,
      peakAt: '2026-10-02T09:00:00.000Z',
      reached: [{ percent: 80, at: '2026-10-30T10:00:00.000Z', mailedAt: null }],
    },
    { month: '2026-09', ...quiet },
  ],
};
const plan = { legacyPlan: false, currentPlan: 2, numberOfRunners: 30, monthlyExecutionHoursLimit: 1_000 };
const account = { ...accountView, ...plan };
const prices = [0, 18_000, 42_000, 96_000];
const answer = { id: 'a1', revision: '4', position: positionAt(2) };
const promo = {
  customerFacingCode: 'LAUNCH50',
  applicablePlanTiers: [3],
  percentOff: 50,
  amountOff: null,
  promoCodeDuration: 'repeating',
  promoCodeDurationInMonths: 2,
  requiresCreditCard: true,
};
const invalid = (field: string, message: string) => ({
  status: 400,
  body: { code: 'request.invalid', message: 'Form validation failed', requestId: 'r', errors: [{ field, message }] },
});

function show(info: Partial<PaymentInfoView> = {}, routes: Routes = {}) {
  const page = makePage({
    'GET /account': account,
    'GET /account/usage-history': history,
    'GET /plans': planViews.map((plan, place) => ({ ...plan, monthlyPrice: prices[place] })),
    'GET /account/payment-info': { billing, subscription, ...info },
    'GET /account/invoices': [
      { id: 'in_1', at: '2026-11-01T12:00:00.000Z', description: 'Tier 2', amount: 18_000, url: null },
    ],
    'GET /account/payment-preview': { dueNow: 2_400, monthlyPrice: 42_000, monthlyPriceWithPromoCode: null },
    'GET /account/promo-code': promo,
    'POST /account/card-setup': { clientSecret: 'seti_1_secret' },
    'POST /account/payment-info': answer,
    ...routes,
  });
  renderOn(page, <PaymentPanel />, '/northwind/settings/payment');
  return page;
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }));
const paid = ({ sent }: ReturnType<typeof show>) =>
  sent.filter(({ method, path }) => method === 'POST' && path === '/account/payment-info').map(({ body }) => body);

/** What the frame for cards says. */
function fromFrame(data: object): void {
  const frame = screen.getByTitle<HTMLIFrameElement>('Card');
  const { origin } = window.location;
  act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin, source: frame.contentWindow })));
}

describe('the payment of an account', () => {
  it('shows the plan, its usage and what was charged', async () => {
    show();
    expect(await screen.findByText(/\$180\.00 a month · next on 12\/01\/26 · Visa •••• 4242/)).toBeVisible();
    expect(screen.getByRole('meter', { name: 'testing minutes' })).toHaveAttribute('max', '60000');
    expect(await screen.findByText(/^80% on Nov 26, mailed · /)).toBeVisible();
    expect(screen.getByRole('meter', { name: 'runners at once' })).toHaveAttribute('value', '24');
    expect(screen.getByText('the most, on Nov 18 · 7 now')).toBeVisible();
    const months = within(screen.getByRole('table', { name: 'Earlier months' }));
    expect(months.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Most runners at once'),
      'October 202612Oct 2Oct 30, not mailed–',
      'September 2026––––',
    ]);
    const invoices = within(await screen.findByRole('table', { name: 'Invoices' }));
    expect(invoices.getByText('11/01/26')).toBeVisible();
  });

  it('is changed by keyboard, with the card of before', async () => {
    const page = show();
    const own = await screen.findByRole('radio', { name: /Tier 2/ });
    act(() => own.focus());
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByRole('region', { name: 'Change to Tier 3' });
    await press('Pay $24.00 and change');
    await waitFor(() => expect(paid(page)).toEqual([{ linuxPlanTier: 3 }]));
    await waitFor(() => expect(screen.queryByRole('region', { name: /Change/ })).not.toBeInTheDocument());
  });

  it('asks the frame for a new card, and shows what the processor says at it', async () => {
    const page = show({ subscription: null });
    await choose('Tier 3');
    await press('Pay $24.00 and change');
    fromFrame({ type: 'refused', message: "Your card's security code is incorrect." });
    expect(await screen.findByText("Your card's security code is incorrect.")).toBeVisible();
    await press('Try again, pay $24.00');
    fromFrame({ type: 'refused', message: null });
    expect(await screen.findByText('Invalid Credit Card')).toBeVisible();
    expect(paid(page)).toEqual([]);
    await press('Try again, pay $24.00');
    fromFrame({ type: 'confirmed', cardToken: 'pm_1' });
    await waitFor(() => expect(paid(page)).toEqual([{ linuxPlanTier: 3, cardToken: 'pm_1' }]));
  });

  it('accepts cards from the frame only', async () => {
    const page = show({ subscription: null });
    await choose('Tier 3');
    await press('Pay $24.00 and change');
    const { origin } = window.location;
    const data = { type: 'confirmed', cardToken: 'pm_forged' };
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin, source: window })));
    fromFrame({ type: 'confirmed', cardToken: 'pm_1' });
    await waitFor(() => expect(paid(page)).toEqual([{ linuxPlanTier: 3, cardToken: 'pm_1' }]));
  });

  it('says that the processor is away, and what stays', async () => {
    const body = { code: 'billing.away', message: 'Could not communicate with credit card processor', requestId: 'r' };
    show({}, { 'POST /account/payment-info': () => ({ status: 503, body }) });
    await choose('Tier 3');
    await press('Pay $24.00 and change');
    const away = 'Could not communicate with credit card processor. Nothing was charged, and Tier 2 goes on as it is.';
    expect(await screen.findByText(away)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again, pay $24.00' })).toBeEnabled();
  });

  it('shows the effect of a promo code before paying, and refuses others', async () => {
    const refused = invalid('promoCode', 'Promo Code SPRING26 is not currently valid');
    const page = show(
      {},
      { 'GET /account/promo-code': ({ path }: Sent) => (path.includes('SPRING26') ? refused : { body: promo }) },
    );
    await choose('Tier 3');
    const code = await screen.findByLabelText('Promo code');
    await userEvent.type(code, 'SPRING26');
    await press('Apply');
    expect(await screen.findByText('Promo Code SPRING26 is not currently valid')).toBeVisible();
    await userEvent.clear(code);
    await userEvent.type(code, 'LAUNCH50{Enter}');
    expect(await screen.findByText('50% off for 2 months, on Tier 3')).toBeVisible();
    expect(screen.getByText('−$210.00')).toBeVisible();
    await press('Pay $24.00 and change');
    await waitFor(() => expect(paid(page)).toEqual([{ linuxPlanTier: 3, promoCode: 'LAUNCH50' }]));
  });

  it('warns while a payment is missing', async () => {
    show({ subscription: { ...subscription, status: 'past_due', graceUntil: '2026-11-09T12:00:00.000Z' } });
    expect(await screen.findByRole('alert')).toHaveTextContent(/Everything works until 11\/09\/26/);
  });

  it('has no control where billing is off', async () => {
    show({ billing: null, subscription: null }, { 'GET /account': { ...account, monthlyExecutionHoursLimit: null } });
    expect(await screen.findByText('Billing is off.')).toBeVisible();
    expect(screen.getByText('granted by configuration')).toBeVisible();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
