import type { WorkflowDetailView } from '@assay/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';

let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
  caller = await signIn(installation.url, admin);
  await caller.post('/test-plans', { name: 'Release gate', key: 'release-gate' });
  ({ page, errors } = await openPage(browser));
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
});

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const form = () => page.getByRole('form', { name: 'Step' });
const drawn = async () => {
  const id = /\/workflows\/([^/]+)/.exec(page.url())?.[1];
  const { steps } = await caller.get<WorkflowDetailView>(`/workflows/${id}`);
  const names = new Map(steps.map((step) => [step.id, step.name]));
  return steps.map(({ name, next }) => [name, ...next.map((to) => names.get(to))]);
};

async function addStep(opener: string, name: string): Promise<void> {
  await button(opener).click();
  await form().getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await button(`Edit ${name}`).waitFor();
}

describe('a quality workflow', () => {
  it('is drawn step by step, with the test plan that proves one, and leads back', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Quality Workflows' }).click();
    await page.getByRole('link', { name: 'Add workflow' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('To production');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/workflows\/[^/]+\/steps$/);

    await addStep('Add step', 'Build');
    await addStep('Add a step after Build', 'Verify');
    await button('Edit Verify').click();
    await form().getByRole('combobox', { name: 'Test plan' }).click();
    await page.getByRole('option', { name: 'Release gate' }).click();
    await form().getByRole('combobox', { name: 'Leads to' }).click();
    await page.getByRole('option', { name: 'Build' }).click();
    // The list of steps covers what is below it until it is left.
    await page.keyboard.press('Tab');
    await form().getByRole('button', { name: 'Save' }).click();
    await form().waitFor({ state: 'detached' });
    await page.getByRole('listitem', { name: 'Verify' }).getByRole('link', { name: 'Release gate' }).waitFor();
    expect(await drawn()).toEqual([
      ['Build', 'Verify'],
      ['Verify', 'Build'],
    ]);
  });

  it('is renamed and archived', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Delivery');
    await button('Save').click();
    await page.getByRole('heading', { level: 1, name: 'Delivery' }).waitFor();
    await button('Archive workflow').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive Delivery' }).click();
    await page.getByText('Add your first workflow').waitFor();
    await eventually(async () => expect(await caller.get('/workflows')).toEqual([]));
    expect(errors).toEqual([]);
  });

  it('is created once, though the answer to the first try was lost', async () => {
    let isLost = false;
    await page.route('**/api/workflows', async (route) => {
      if (isLost || route.request().method() !== 'POST') return await route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('link', { name: 'Add workflow' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('To production');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/workflows\/[^/]+\/steps$/);
    expect(await caller.get('/workflows')).toMatchObject([{ name: 'To production' }]);
  });
});
