import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject, resultsOf } from '../support/runs.ts';
import { failedCase, passedCase, uploadResults } from '../support/uploadResults.ts';

const shop = {
  name: 'Shop',
  key: 'shop',
  testingFramework: 'Playwright' as const,
  gitUrl: 'https://git.example.com/a/b.git',
};

let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let runId: string;

beforeAll(async () => {
  [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
  caller = await signIn(installation.url, admin);
  const environmentId = await createEnvironment(caller, { key: 'ci', name: 'CI' });
  const projectId = await createProject(caller, shop);
  const fields = { projectId, environmentId, branch: 'main' };
  runId = await uploadResults(caller, fields, passedCase('adds'), failedCase('pays', 'declined'));
  ({ page } = await openPage(browser));
  await signInAt(page, installation.url);
});
afterEach(() => page.unrouteAll({ behavior: 'wait' }));
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
});

/**
 * Breaks the shape of an answer on its way to the browser, as a proxy or a newer service could; the service itself
 * answers as ever.
 * @param path below `/api`
 */
async function breakAnswer(path: string, damage: (body: never) => unknown): Promise<void> {
  await page.route(
    (url) => url.pathname === `/api/${path}`,
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      return route.fulfill({ response, json: damage((await response.json()) as never) });
    },
  );
}

const open = (path: string) => page.goto(`${installation.url}/demo/${path}`);
const navigation = () => page.getByRole('navigation', { name: 'Main' });
const shell = () => [navigation(), page.getByRole('banner')];
const failure = (what: string) => page.getByRole('alert').filter({ hasText: `${what} could not be displayed` });

async function areVisible(parts: readonly Locator[]): Promise<void> {
  for (const part of parts) await part.waitFor();
}

/** Expects the part to say what failed, with an id to report it by. */
async function saysSo(what: string): Promise<void> {
  const alert = failure(what);
  await alert.getByText(/null/).waitFor();
  await alert.getByText(/Report it with/).waitFor();
  expect(await alert.locator('code').textContent()).toMatch(/^[0-9a-f]{12}$/);
  expect(await page.getByRole('alert').count()).toBe(1);
}

/** Tries again in the part once the answer is whole. */
async function tryAgain(what: string): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' });
  await failure(what).getByRole('button', { name: 'Try again' }).click();
  await failure(what).waitFor({ state: 'detached' });
}

describe('an answer that breaks the rendering of', () => {
  it('a screen leaves the frame, and the screen is shown once the answer is whole', async () => {
    await breakAnswer('environments', (all: object[]) => all.map((each) => ({ ...each, name: null })));
    await open('environments');
    await saysSo('Environments');
    await areVisible(shell());
    await failure('Environments').getByRole('button', { name: 'Try again' }).click();
    await saysSo('Environments');
    await tryAgain('Environments');
    await page.getByText('CI', { exact: true }).first().waitFor();
  });

  it('a tab leaves the head of its screen and the other tabs', async () => {
    await breakAnswer(`test-runs/${runId}`, (run: object) => ({ ...run, includeTags: null }));
    await open(`test-runs/${runId}/details`);
    await saysSo('Details');
    const head = page.getByRole('heading', { level: 1, name: 'Failed Shop #1' });
    await areVisible([...shell(), head, page.getByRole('tab', { name: 'Test Results' })]);
    await tryAgain('Details');
    await page.getByRole('region', { name: 'Timing' }).waitFor();
    await head.waitFor();
  });

  it('one panel of a split view leaves the other, with what was typed there', async () => {
    const [pays] = (await resultsOf(caller, runId)).filter(({ name }) => name === 'pays');
    if (!pays) throw new Error('the test is not among the results');
    await breakAnswer(`test-runs/${runId}/results/${pays.testId}`, (test: object) => ({ ...test, tags: null }));
    await open(`test-runs/${runId}`);
    const search = page.getByRole('searchbox', { name: 'Search tests' });
    await search.fill('pa');
    const tree = page.getByRole('tree', { name: 'Tests' });
    await tree.getByText('pays').click();
    await saysSo('The test');
    await areVisible([...shell(), tree]);
    expect(await search.inputValue()).toBe('pa');
    await tryAgain('The test');
    await page.getByRole('article', { name: 'pays' }).waitFor();
    expect(await search.inputValue()).toBe('pa');
  });

  it('a list next to a form leaves what is not saved in the form', async () => {
    const alert = {
      eventType: 'TESTRUN_FAIL',
      actionType: 'SEND_EMAIL',
      criteria: {},
      destination: '',
      status: 'ACTIVE',
    };
    await caller.post('/alerts', alert);
    await open('alerts/new');
    const atLeast = page.getByRole('textbox', { name: 'At least, failed tests' });
    await atLeast.fill('7');
    const list = page.getByRole('list', { name: 'Alerts' });
    await list.getByRole('link').first().waitFor();
    await breakAnswer('alerts', (all: object[]) => all.map((each) => ({ ...each, criteria: null })));
    // Another creation: the page reads the list again.
    await caller.post('/alerts', alert);
    await saysSo('The list of alerts');
    await areVisible(shell());
    expect(await atLeast.inputValue()).toBe('7');
    await tryAgain('The list of alerts');
    await eventually(async () => expect(await list.getByRole('listitem').count()).toBe(2));
    expect(await atLeast.inputValue()).toBe('7');
  });
});
