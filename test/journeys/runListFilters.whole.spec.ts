import type { CommandAnswer, PipelineStageId, UserView } from '@assay/contract';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, openTestRuns, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { failedCase, passedCase, uploadResults } from '../support/uploadResults.ts';

const gitUrl = 'https://git.example.com/acme/shop.git';
const project = { testingFramework: 'Playwright' as const, gitUrl };

let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];
/** Ids by name. */
const ids: Record<string, string> = { Passed: 'PASS', Failed: 'FAIL', Me: 'me', 'No reviewer': 'none' };

beforeAll(async () => {
  [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
  caller = await signIn(installation.url, admin);
  ({ page, errors } = await openPage(browser));
  const { id: stage } = await caller.post<CommandAnswer>('/pipeline-stages', { name: 'Acceptance' });
  ids.Acceptance = stage;
  ids.Local = await createEnvironment(caller, { key: 'local', name: 'Local' });
  ids.QA = await createEnvironment(caller, { key: 'qa', name: 'QA', pipelineStageId: stage as PipelineStageId });
  ids.Shop = await createProject(caller, { ...project, name: 'Shop', key: 'shop' });
  ids.Depot = await createProject(caller, { ...project, name: 'Depot', key: 'depot' });
  const suite = { name: 'Smoke', testTimeoutSeconds: 60, timeoutMinutes: 10 };
  ids.Smoke = (await caller.post<CommandAnswer>(`/projects/${ids.Shop}/test-suites`, suite)).id;
  const fields = { projectId: ids.Shop, environmentId: ids.Local, branch: 'main' };
  ids['Shop #1'] = await uploadResults(caller, fields, passedCase('adds'));
  const failed = await uploadResults(
    caller,
    { ...fields, environmentId: ids.QA, branch: 'release' },
    failedCase('pays', 'declined'),
  );
  ids['Shop #2'] = failed;
  await uploadResults(caller, { ...fields, projectId: ids.Depot }, passedCase('ships'));
  const { id: assigneeUserId } = await caller.get<UserView>('/users/me');
  const review = { reviewType: 'TEST_RUN', testRunId: failed, testRunTestId: null, assigneeUserId };
  await caller.call('PUT', '/review/user', review);
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
});

const everyRun = ['Shop #1', 'Shop #2', 'Depot #1'];
const button = (name: string) => page.getByRole('button', { name, exact: true });
const search = () => new URL(page.url()).searchParams;
const row = (name: string) => page.getByRole('list', { name: 'Test Runs' }).getByRole('link', { name });

/** Waits until the list has these runs and no other. */
async function lists(names: readonly string[]): Promise<void> {
  await eventually(async () => {
    expect(await page.getByRole('list', { name: 'Test Runs' }).locator('[data-row]').count()).toBe(names.length);
    for (const name of names) expect(await row(name).count()).toBe(1);
  });
}

async function pick(filter: string, choice: string): Promise<void> {
  await page.getByRole('search', { name: 'Filters' }).getByRole('button', { name: filter, exact: true }).click();
  await page.getByRole('checkbox', { name: choice, exact: true }).click();
  await page.keyboard.press('Escape');
}

describe('the filters of the list of test runs', () => {
  it.each([
    ['Project', 'Depot', 'project', ['Depot #1']],
    ['Environment', 'QA', 'environment', ['Shop #2']],
    ['Pipeline stage', 'Acceptance', 'stage', ['Shop #2']],
    ['Status', 'Passed', 'status', ['Shop #1', 'Depot #1']],
    ['Reviewer', 'Me', 'reviewer', ['Shop #2']],
    ['Reviewer', 'No reviewer', 'reviewer', ['Shop #1', 'Depot #1']],
  ])('narrow it by %s %s, which the address keeps, until they are cleared', async (filter, choice, param, found) => {
    await openTestRuns(page);
    await lists(everyRun);
    await pick(filter, choice);
    await button(`${filter}: ${choice}`).waitFor();
    await lists(found);
    expect([...search()]).toEqual([[param, ids[choice]]]);
    await page.reload();
    await button(`${filter}: ${choice}`).waitFor();
    await lists(found);
    await button('Clear Filters').click();
    await lists(everyRun);
    expect([...search()]).toEqual([]);
  });

  it('take a branch that is typed, or one of the days', async () => {
    await button('Branch').click();
    await page.getByRole('textbox', { name: 'Search branch' }).fill('release');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await lists(['Shop #2']);
    await button('Date').click();
    await page.getByRole('radio', { name: 'Today' }).click();
    await page.keyboard.press('Escape');
    await button('Date: Today').waitFor();
    expect([...search()].sort()).toEqual([
      ['branch', 'release'],
      ['date', 'today'],
    ]);
    await lists(['Shop #2']);
    await button('Clear Filters').click();
    await lists(everyRun);
  });

  it('say that nothing matches, and how to see everything again', async () => {
    await pick('Test suite', 'Smoke');
    await page.getByText('No run of this account matches the filters.').waitFor();
    expect([...search()]).toEqual([['suite', ids.Smoke]]);
    await page.getByRole('main').getByRole('button', { name: 'Clear Filters' }).last().click();
    await lists(everyRun);
  });

  it('are remembered as a set by a name, and forgotten', async () => {
    await pick('Status', 'Failed');
    await pick('Environment', 'QA');
    await button('Saved filters').click();
    const name = page.getByRole('textbox', { name: 'Name of these filters' });
    await name.fill('Broken on QA');
    await name.press('Enter');
    await button('Clear Filters').click();
    await lists(everyRun);
    await page.reload();
    await button('Saved filters').click();
    await page.getByRole('menuitem', { name: 'Broken on QA' }).click();
    await lists(['Shop #2']);
    expect(search().getAll('status')).toEqual(['FAIL']);
    expect(search().getAll('environment')).toEqual([ids.QA]);
    await button('Saved filters').click();
    await button('Forget Broken on QA').click();
    await page.keyboard.press('Escape');
    await button('Clear Filters').click();
    await button('Saved filters').waitFor({ state: 'detached' });
  });
});

describe('two runs of the list', () => {
  it('are picked by mouse and by keys, which opens their comparison', async () => {
    const bar = page.getByRole('region', { name: 'Test Comparison' });
    await lists(everyRun);
    await row('Shop #1').hover();
    await button('Add to Test Comparison: Shop #1').click();
    await bar.getByText('1 run picked').waitFor();
    await button('Add to Test Comparison: Shop #2').focus();
    await page.keyboard.press('Enter');
    await bar.getByText('2 runs picked').waitFor();
    await button('Remove from Test Comparison: Shop #2').waitFor();
    await bar.getByRole('link', { name: 'Compare' }).click();
    await page.waitForURL(/test-run-comparison\?test_run_ids=/);
    const compared = search().get('test_run_ids')?.split(',');
    expect(compared?.toSorted()).toEqual([ids['Shop #1'], ids['Shop #2']].toSorted());
    expect(errors).toEqual([]);
  });
});
