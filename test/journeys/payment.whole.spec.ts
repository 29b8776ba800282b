import type { AccountView } from '@assay/contract';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { type FakeStripe, fakeStripe, testCards } from '../support/fakeStripe.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';

/** Of Stripe there is a fake on loopback, with a fake of its script for the page. */
let stripe: FakeStripe;
let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [stripe, browser] = await Promise.all([fakeStripe(), openBrowser()]);
  stripe.promos.set('LAUNCH50', {
    ...{ percentOff: 50, amountOff: null, duration: 'repeating', months: 2, products: [], active: true },
  });
  installation = await startInstallation({ env: { ...stripe.environment, ASSAY_REGISTRATION: 'open' } });
  caller = await signIn(installation.url, admin);
  ({ page, errors } = await openPage(browser));
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await stripe.stop();
});

const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const radio = (name: string): Locator => page.getByRole('radio', { name });
const cardForm = (): FrameLocator => page.frameLocator('iframe[title="Card"]');

/** The open step of the set-up. */
const step = (name: string): Locator =>
  page.locator('li[aria-current="step"]').filter({ has: page.getByRole('heading', { name, exact: true }) });

async function enterCard(number: string): Promise<void> {
  await cardForm().getByLabel('Card number').fill(number);
  await cardForm().getByLabel('Expiration date').fill('04 / 31');
  await cardForm().getByLabel('Security code').fill('123');
}

it('pays for a tier by card, and shows what the processor says at the card', async () => {
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('tab', { name: 'Payment' }).click();
  await page.getByText('granted by configuration').waitFor();
  await radio('Tier 2').focus();
  await page.keyboard.press('Space');
  await page.getByRole('region', { name: 'Change to Tier 2' }).waitFor();
  await enterCard(testCards.declined);
  await button('Pay $180.00 and change').click();
  await page.getByText('Your card was declined.').waitFor();
  await enterCard(testCards.wrongCode);
  await button('Try again, pay $180.00').click();
  await page.getByText("Your card's security code is incorrect.").waitFor();
  await enterCard(testCards.good);
  await button('Try again, pay $180.00').click();
  await page.getByText(/\$180\.00 a month · next on .* · Visa •••• 4242/).waitFor();
  expect([...stripe.subscriptions.values()]).toMatchObject([{ price: 'price_2', status: 'active' }]);
});

it('loads the script of the processor in the frame for cards only', async () => {
  const pageOf = await page.request.get(page.url());
  expect(pageOf.headers()['content-security-policy']).not.toContain(new URL(stripe.url).host);
  const frameOf = await page.request.get(`${installation.url}/card-frame`);
  expect(frameOf.headers()['content-security-policy']).toContain(`script-src 'self' ${stripe.url};`);
  expect(await page.evaluate("'Stripe' in globalThis")).toBe(false);
});

it('takes a promo code off before anything is paid', async () => {
  await radio('Tier 3').check();
  await page.getByLabel('Promo code').fill('SPRING26');
  await button('Apply').click();
  await page.getByText('Promo Code SPRING26 is not currently valid').waitFor();
  await page.getByLabel('Promo code').fill('LAUNCH50');
  await page.keyboard.press('Enter');
  await page.getByText('50% off for 2 months').waitFor();
  await button('Pay $210.00 and change').click();
  await page.getByText(/\$210\.00 a month/).waitFor();
  expect([...stripe.subscriptions.values()]).toMatchObject([{ price: 'price_3', promo: 'LAUNCH50' }]);
});

it('sets up an organization with a plan, and a card that its bank confirms', async () => {
  await caller.post('/accounts', { name: 'harbour' });
  await page.goto(`${installation.url}/harbour?promoCode=LAUNCH50`);
  await step('Connect').getByRole('button', { name: 'Skip' }).click();
  await step('Upload').getByRole('button', { name: 'Skip' }).click();
  await button('Continue').click();
  await page.getByText('You must select a plan').waitFor();
  await page.getByText('50% off for 2 months').waitFor();
  await radio('Tier 2').check();
  await enterCard(testCards.authenticated);
  await button('Continue').click();
  await cardForm().getByRole('button', { name: 'Complete authentication' }).click();
  await button('Finish').click();
  await page.getByRole('heading', { name: 'Get started' }).waitFor();
});

it('shows what a higher tier includes, and leads to the plans', async () => {
  await page.getByRole('link', { name: /^Test Plans/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Test Plans' });
  await dialog.getByText('From Tier 3.').waitFor();
  await dialog.getByRole('heading', { name: 'Stages, and one verdict' }).waitFor();
  await dialog.getByRole('button', { name: 'View Plans & Pricing' }).click();
  await page.waitForURL(/harbour\/settings\/payment$/);
  await page.getByText(/\$90\.00 a month/).waitFor();
});

it('follows what the processor says later', async () => {
  const [first] = [...stripe.subscriptions.values()];
  if (!first) throw new Error('the first organization has a subscription');
  first.status = 'canceled';
  const { body, headers } = stripe.notice(first.customer, 'customer.subscription.deleted');
  const answer = await fetch(`${installation.url}/api/hooks/stripe`, { method: 'POST', body, headers });
  expect(answer.status).toBe(200);
  await eventually(async () => (await caller.get<AccountView>('/account')).currentPlan === 1);
  expect(errors).toEqual([]);
});
