import { createHmac } from 'node:crypto';
import type { AuthorizationView, TestResultRow } from '@assay/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { addAxe, findingsInEveryLook } from '../support/axe.ts';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { type FakeJira, fakeJira } from '../support/fakeJira.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import type { Repository } from '../support/makeRepository.ts';
import { createEnvironment, createProject, resultsOf } from '../support/runs.ts';
import { failedCase, passedCase, uploadResults } from '../support/uploadResults.ts';
import { makeNodeTests, nodeProject } from './nodeTests.ts';

const email = 'ada@northwind.test';
const lost = 'connect ECONNREFUSED: the voucher service is down';

let repository: Repository;
let jira: FakeJira;
let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];
let ids: { projectId: string; environmentId: string };
let account: string;
let run: string;

beforeAll(async () => {
  [repository, jira, browser] = await Promise.all([makeNodeTests(), fakeJira(), openBrowser()]);
  jira.apiTokens.set(email, { token: 'api-token-of-ada', hasScopes: false });
  const { authUrl, apiUrl, app } = jira.settings;
  installation = await startInstallation({
    env: {
      ASSAY_ALLOW_LOCAL_TARGETS: '127.0.0.1',
      ASSAY_JIRA_AUTH_URL: authUrl,
      ASSAY_JIRA_API_URL: apiUrl,
      ASSAY_JIRA_CLIENT_ID: app.clientId,
      ASSAY_JIRA_CLIENT_SECRET: app.clientSecret,
    },
  });
  caller = await signIn(installation.url, admin);
  account = `${installation.url}/demo`;
  const environmentId = await createEnvironment(caller, { key: 'staging', name: 'Staging' });
  ids = { environmentId, projectId: await createProject(caller, nodeProject('shop', repository)) };
  run = await report();
  ({ page, errors } = await openPage(browser));
  await addAxe(page);
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await jira.stop();
  await repository.remove();
});

/** Two tests fail alike, one of something else, and one passes. */
function report(): Promise<string> {
  return uploadResults(
    caller,
    ids,
    failedCase('keeps the discount', lost),
    failedCase('splits a cart', lost),
    failedCase('pays', 'card declined'),
    passedCase('adds'),
  );
}
const dialog = () => page.getByRole('dialog', { name: /^Create Jira issue for/ });
const field = (name: string): Locator => dialog().getByRole('textbox', { name });
const row = (name: string): Locator => page.getByRole('treeitem').filter({ hasText: name });
const chip = (key: string, status: string): Locator =>
  page.getByRole('link', { name: `${key} ${status}`, exact: true });

async function pick(label: string, option: string | RegExp): Promise<void> {
  await dialog().getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Everything that this project refuses a bug without. */
async function fillIn(): Promise<void> {
  await pick('Project', /Shop front/);
  await pick('Priority', 'High');
  await pick('Affected component', 'Cart');
  await page.keyboard.press('Escape');
  await field('Steps to reproduce').fill('Split the cart');
}

async function openRun(search = ''): Promise<void> {
  await page.goto(`${account}/test-runs/${run}${search}`);
  await page.getByRole('tree', { name: 'Tests' }).waitFor();
}

describe('issues at Jira', () => {
  it('need a connection, which an administrator makes by a token', async () => {
    await openRun('?createJira=true');
    const unconnected = page.getByRole('dialog', { name: 'Create Jira issue' });
    await unconnected.getByText('No issue tracker is connected').waitFor();
    await unconnected.getByRole('link', { name: 'Integrations' }).click();
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Jira', exact: true }) });
    await card.getByRole('button', { name: 'Connect', exact: true }).click();
    const form = page.getByRole('form', { name: 'Connect Jira' });
    await form.getByRole('textbox', { name: 'Site address' }).fill(jira.url);
    await form.getByRole('textbox', { name: 'Email' }).fill(email);
    await form.getByLabel('API token').fill('made-up-token');
    await form.getByRole('button', { name: 'Connect' }).click();
    await form.getByText(/Jira does not accept/).waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await form.getByLabel('API token').fill('api-token-of-ada');
    await page.keyboard.press('Enter');
    await card.getByText(/, connected/).waitFor();
    await card.getByText('Jira knows the connection as Ada Duarte.').waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
  });

  it('are created from a failed test, whose row shows the key', async () => {
    await openRun();
    await row('pays').click();
    const panel = page.getByRole('article', { name: 'pays' });
    await panel.getByRole('button', { name: /^Triage pays/ }).click();
    await page.getByRole('menuitem', { name: 'For this test' }).click();
    await dialog().getByText('Missing: Project').waitFor();
    await fillIn();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await field('Summary').press('Control+Enter');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('alert').getByRole('link', { name: 'SHOP-812' }).waitFor();
    await row('pays').getByRole('link', { name: 'SHOP-812 To Do' }).waitFor();
    await panel.getByRole('link', { name: 'SHOP-812 To Do' }).waitFor();
    expect(jira.issues.get('SHOP-812')?.fields).toMatchObject({ summary: expect.stringContaining('card declined') });
    expect(await findingsInEveryLook(page)).toEqual([]);
  });

  it('show the status that they get at Jira, without a reload', async () => {
    const [connection] = (await caller.get<AuthorizationView[]>('/authorizations')).filter(
      ({ provider }) => provider === 'Jira',
    );
    const hook = await caller.post<{ url: string; secret: string }>(`/authorizations/${connection?.id}/webhook`, {});
    const status = { name: 'In Review', statusCategory: { key: 'indeterminate' } };
    const issue = { id: jira.issues.get('SHOP-812')?.id, key: 'SHOP-812', fields: { status } };
    const body = JSON.stringify({ webhookEvent: 'jira:issue_updated', issue });
    const signature = `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}`;
    jira.move('SHOP-812', { name: 'In Review', category: 'indeterminate' });
    const answer = await fetch(`${installation.url}${new URL(hook.url).pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature': signature },
      body,
    });
    expect(answer.status).toBe(204);
    await row('pays').getByRole('link', { name: 'SHOP-812 In Review' }).waitFor();
    await page.getByRole('article', { name: 'pays' }).getByRole('link', { name: 'SHOP-812 In Review' }).waitFor();
  });

  it('are created from a root cause, for all tests that failed alike', async () => {
    const together = page.getByRole('region', { name: 'Failed together' });
    await together.getByRole('button', { name: /^2 tests/ }).click();
    await together.getByRole('button', { name: 'Create Jira issue' }).click();
    await page.getByRole('dialog', { name: /for 2 tests of/ }).waitFor();
    await fillIn();
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    await together.getByRole('link', { name: 'SHOP-813 To Do' }).waitFor();
    const keys = (tests: TestResultRow[]) =>
      tests.flatMap(({ name, trackedIssues }) => trackedIssues.map(({ issueKey }) => `${name}: ${issueKey}`)).sort();
    await eventually(async () => {
      expect(keys(await resultsOf(caller, run))).toEqual([
        'keeps the discount: SHOP-813',
        'pays: SHOP-812',
        'splits a cart: SHOP-813',
      ]);
    });
  });

  it('that are open take later failures, in place of another issue', async () => {
    run = await report();
    await openRun();
    await row('splits a cart').getByRole('link', { name: 'SHOP-813 To Do' }).waitFor();
    await page.getByRole('button', { name: 'More actions of the run' }).click();
    await page.getByRole('menuitem', { name: 'Create Jira issue' }).click();
    const banner = page.getByRole('region', { name: 'SHOP-813 is open for the same failure' });
    await banner.getByRole('button', { name: 'Add #2 to it' }).waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await banner.getByRole('button', { name: 'Add #2 to it' }).click();
    await dialog().waitFor({ state: 'detached' });
    await eventually(() => jira.issues.get('SHOP-813')?.comments.length === 1);
  });

  it('are listed in the project', async () => {
    await page.goto(`${account}/projects/shop/issues`);
    const table = page.getByRole('table', { name: 'Issues' });
    await table.getByRole('row').nth(2).waitFor();
    await chip('SHOP-812', 'In Review').waitFor();
    await chip('SHOP-813', 'To Do').waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
  });

  it('go on after Jira is connected by signing in at Atlassian', async () => {
    await page.goto(`${account}/settings/integrations`);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Jira', exact: true }) });
    jira.codes.add('code-of-atlassian');
    await card.getByRole('button', { name: 'Connect with Atlassian' }).click();
    await card.getByText(/connected .+, by signing in there/).waitFor();
    await card.getByText('Jira knows the connection as Ada Duarte.').waitFor();
    expect(errors).toEqual([]);
  });
});
