import type { CommandAnswer, InsightView, PipelineStageId } from '@assay/contract';
import type { Browser, Page } from 'playwright-core';
import { simpleGit } from 'simple-git';
import { openBrowser, openPage, signInAt, submitSignIn } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { joinAccount } from '../support/joinAccount.ts';
import { mailServer } from '../support/mailServer.ts';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { patienceMs } from '../support/patience.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { failedCase, passedCase, uploadResults } from '../support/uploadResults.ts';

const dayMs = 24 * 3_600_000;
/** Failed, and passed when it was tried again. */
const flakyCase = (name: string) =>
  `<testcase classname="shop.Cart" name="${name}" time="1"><flakyFailure message="too slow"/></testcase>`;

let mail: Awaited<ReturnType<typeof mailServer>>;
let installation: Installation;
let repository: Repository;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];
let shop: string;
let till: string;
let commit: string;
/** Ids of environments by their names. */
const places = new Map<string, string>();

beforeAll(async () => {
  mail = await mailServer();
  const env = {
    ASSAY_SMTP_URL: mail.url,
    ASSAY_MAIL_FROM: 'Assay <assay@example.org>',
  };
  [installation, repository, browser] = await Promise.all([
    startInstallation({ env }),
    makeRepository({ 'shop.js': 'export const open = true;' }),
    openBrowser(),
  ]);
  commit = await simpleGit(repository.path).revparse('HEAD');
  caller = await signIn(installation.url, admin);
  ({ page, errors } = await openPage(browser));
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await mail.stop();
  await Promise.all([installation.remove(), repository.remove()]);
});

const onDashboard = (query = '') => page.goto(`${installation.url}/demo/dashboard${query}`);
const card = (name: string) => page.getByRole('region', { name, exact: true });
const columns = () => page.getByRole('heading', { level: 2 }).allTextContents();
const upload = (place: string, fields: Record<string, string>, ...cases: string[]) =>
  uploadResults(
    caller,
    {
      projectId: shop,
      environmentId: places.get(place) ?? '',
      branch: 'main',
      ...fields,
    },
    ...cases,
  );
const addEnvironment = async (name: string, pipelineStageId: PipelineStageId | null = null) =>
  places.set(
    name,
    await createEnvironment(caller, {
      key: name.toLowerCase(),
      name,
      pipelineStageId,
    }),
  );

describe('an account without runs', () => {
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const isDone = (name: string) => step(name).getByRole('img', { name: 'Done' }).waitFor();

  it('is led from its dashboard to what comes first, which ticks itself while somebody looks', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Get started', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/demo/get-started');
    await page.evaluate('window.stays = true');
    const finish = 'See a first test run finish';
    for (const name of ['Connect a repository', 'Add an environment', finish, 'Invite a colleague']) {
      await step(name).getByRole('img', { name: 'To do' }).waitFor();
    }
    shop = await createProject(caller, {
      key: 'shop',
      name: 'shop',
      gitUrl: repository.path,
      testingFramework: 'PyTest',
    });
    await isDone('Connect a repository');
    await addEnvironment('CI');
    await isDone('Add an environment');
    await upload('CI', { commit }, passedCase('adds'), passedCase('pays'));
    await isDone(finish);
    await step(finish).getByText('shop #1').waitFor();
    await step('Invite a colleague').getByRole('link', { name: 'Invite' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/demo/settings/users');
    expect(await page.evaluate('window.stays')).toBe(true);
  });
});

describe('the dashboard', () => {
  it('has a column per stage in their order, environments without one last, and a hint for administrators', async () => {
    const stage = async (name: string, priority: number) =>
      (await caller.post<CommandAnswer>('/pipeline-stages', { name, priority })).id as PipelineStageId;
    const production = await stage('Production', 900);
    const acceptance = await stage('Acceptance', 20);
    await addEnvironment('Europe', production);
    await addEnvironment('Staging', acceptance);
    await upload('Europe', {}, passedCase('adds'), passedCase('pays'));
    await onDashboard();
    await card('Europe').waitFor();
    expect(await columns()).toEqual(['Acceptance', 'Production', 'No Stage']);
    await page.getByRole('region', { name: 'No Stage' }).getByRole('heading', { name: 'CI' }).waitFor();
    await card('Staging').getByText('No runs yet.').waitFor();
    const hint = card('Create a pipeline');
    await hint.getByText('1 environment has no stage.').waitFor();
    await hint.getByRole('link', { name: 'Create pipeline stage' }).click();
    await page.waitForURL('**/environments/pipelines/new');
    await onDashboard();
    await hint.getByRole('button', { name: 'Dismiss' }).click();
    await hint.waitFor({ state: 'detached' });
    await page.reload();
    await card('Europe').waitFor();
    // That it was dismissed is read a moment after the first paint.
    await hint.waitFor({ state: 'detached' });

    const grace = await joinAccount(caller, mail, {
      firstName: 'Grace',
      lastName: 'Hopper',
    });
    const { page: hers } = await openPage(browser);
    await hers.goto(`${installation.url}/demo/dashboard`);
    await submitSignIn(hers, grace);
    await hers.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
    await hers.getByRole('region', { name: 'CI', exact: true }).waitFor();
    expect(await hers.getByRole('region', { name: 'Create a pipeline' }).count()).toBe(0);
    await hers.context().close();
  });

  it('tells of each environment what ran, how it went, and which commit it was, by keyboard too', async () => {
    const ran = card('CI').getByRole('listitem');
    await ran.getByRole('link', { name: 'Passed shop #1' }).waitFor();
    await ran.getByText('2 passed').waitFor();
    await ran.getByText(commit.slice(0, 7)).waitFor();
    const info = ran.getByRole('button', { name: 'Commit Info of shop #1' });
    await info.focus();
    await page.keyboard.press('Enter');
    const facts = page.getByRole('dialog', { name: 'Commit Info' });
    await facts.getByText('Somebody').waitFor();
    await facts.getByText('Begin').waitFor();
    await page.keyboard.press('Escape');
    await facts.waitFor({ state: 'detached' });
    await eventually(() => info.evaluate('(button) => button === document.activeElement'));
    await ran.getByRole('link', { name: 'Passed shop #1' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /shop #1/, level: 1 }).waitFor();
    await page.goBack();
  });

  it('shows at once what happens elsewhere, without being loaded again', async () => {
    await card('Europe').getByText('2 passed').waitFor();
    await page.evaluate('window.stays = true');
    await upload('Europe', {}, passedCase('adds'), failedCase('pays', 'card declined'));
    await card('Failing in Production').getByText('Europe is failing').waitFor();
    await card('Europe')
      .getByText(/^Failing since \S+ #3/)
      .waitFor();
    await card('Europe').getByText('1 failed').waitFor();
    expect(await page.evaluate('window.stays')).toBe(true);
  });

  it('is filtered by date, project, branch and build, all of it in the address', async () => {
    till = await createProject(caller, {
      key: 'till',
      name: 'till',
      testingFramework: 'PyTest',
    });
    await upload('CI', { projectId: till, branch: 'release' }, passedCase('counts'));
    await onDashboard();
    await page.getByRole('button', { name: 'Project', exact: true }).click();
    await page.getByRole('checkbox', { name: 'till' }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.searchParams.get('project') === till);
    await card('Europe').getByText('No runs match these filters.').waitFor();
    await card('CI').getByRole('link', { name: 'Passed till #1' }).waitFor();
    expect(await card('CI').getByRole('listitem').count()).toBe(1);

    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await page.getByRole('button', { name: 'Branch', exact: true }).click();
    await page.locator('[aria-label="Search branch"]:focus').waitFor();
    await page.keyboard.type('release');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.search === '?branch=release');
    await card('Europe').getByText('No runs match these filters.').waitFor();
    await page.getByRole('button', { name: 'Date', exact: true }).click();
    await page.getByText('Since two days ago').click();
    await page.waitForURL((url) => url.searchParams.get('date') === 'two-days');
    await page.reload();
    await card('CI').getByRole('link', { name: 'Passed till #1' }).waitFor();
    expect(await card('CI').getByRole('listitem').count()).toBe(1);

    await onDashboard('?build=none');
    await card('CI').getByText('No runs match these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await page.waitForURL((url) => url.search === '');
    await eventually(async () => expect(await card('CI').getByRole('listitem').count()).toBe(2));
  });
});

describe('insights', () => {
  const item = () => page.getByRole('listitem', { name: /^Flaky since this week: / });

  it('are nothing at first, and then announced on every page until they are read', async () => {
    await page.goto(`${installation.url}/demo/dashboard/insights`);
    await page.getByText('No Insights Available At This Time', { exact: true }).waitFor();
    const testRunId = await upload('CI', {}, flakyCase('ships'), passedCase('adds'), passedCase('pays'));
    // That there was nothing is kept for a hundred times as long as it took to find, and for five minutes at most.
    const [told] = await eventually(async () => {
      const found = await caller.get<InsightView[]>('/insight');
      return found.length > 0 ? found : null;
    }, 2 * patienceMs);
    const leftMs = Date.parse(told?.expiresAt ?? '') - Date.now();
    expect([leftMs > 0, leftMs <= 7 * dayMs, new Date(told?.expiresAt ?? '').getUTCDay()]).toEqual([true, true, 1]);

    let measured: () => void = () => undefined;
    const isMeasured = new Promise<void>((resolve) => {
      measured = resolve;
    });
    const isCall = (asked: URL) => asked.pathname === '/api/insight';
    await page.route(isCall, async (route) => {
      await isMeasured;
      await route.continue();
    });
    await page.goto(`${installation.url}/demo/projects`);
    const row = page.getByRole('main').getByRole('link', { name: 'till' });
    await row.waitFor();
    const place = await row.boundingBox();
    measured();
    await page.getByText('1 unread insight.').waitFor();
    // What somebody is about to press stays under the pointer.
    expect(await row.boundingBox()).toEqual(place);
    await page.unroute(isCall);
    await page.getByRole('link', { name: 'Show insights' }).focus();
    await page.keyboard.press('Enter');
    await item()
      .getByRole('heading', { name: /^Flaky since this week: .*ships$/ })
      .waitFor();
    await item().getByText('Seen to pass and fail without a change 1 of 1 times.').waitFor();
    await item().getByRole('link', { name: 'Evidence and cost' }).click();
    await page.waitForURL('**/demo/dashboard/analytics/flaky-tests');
    await page
      .getByRole('table', { name: 'Flaky tests' })
      .getByRole('link', { name: /ships$/ })
      .waitFor();
    await page.goBack();
    await item().getByRole('link', { name: 'Newest result' }).click();
    await page.waitForURL(new RegExp(`/demo/test-runs/${testRunId}/tests/`));
    await page.getByText('1 unread insight.').waitFor();
    await page.goBack();
  });

  it('are read and unread for one person, and gone when they are not useful', async () => {
    const empty = page.getByText('No Insights Available At This Time', {
      exact: true,
    });
    const unread = page.getByText('1 unread insight.');
    await item().getByRole('button', { name: 'Mark as read' }).click();
    await empty.waitFor();
    await page.getByText('All', { exact: true }).click();
    await page.waitForURL(/show=all/);
    await item().getByRole('button', { name: 'Mark as unread' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
    expect(await unread.count()).toBe(0);
    await page.goBack();
    await item().getByRole('button', { name: 'Mark as unread' }).click();
    await item().getByRole('button', { name: 'Mark as read' }).waitFor();
    await onDashboard();
    await unread.waitFor();
    await page.getByRole('link', { name: 'Insights 1 unread' }).click();
    await item().getByRole('button', { name: 'Not useful' }).click();
    await empty.waitFor();
    await page.getByText('All', { exact: true }).click();
    await page.waitForURL(/show=all/);
    await empty.waitFor();
    expect(errors).toEqual([]);
  });
});
