import { mentionOf, type TestRunView, type UserView } from '@assay/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPage, openTestRuns, signInAt, submitSignIn } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { joinAccount } from '../support/joinAccount.ts';
import { mailServer } from '../support/mailServer.ts';
import { createEnvironment, createProject, finishedRun, resultsOf, startRun } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests, steadyProject } from '../support/steadyTests.ts';
import { failedCase, passedCase, uploadResults } from '../support/uploadResults.ts';

let repository: SteadyTests;
let mail: Awaited<ReturnType<typeof mailServer>>;
let installation: Installation;
let caller: Caller;
/** As the second person. */
let grace: Caller;
let browser: Browser;
let page: Page;
/** Of the second person. */
let hers: Page;
const errors: string[][] = [];
/** Uploaded: the same failures twice. */
let before: string;
let today: string;
/** By our own runner. */
let run: TestRunView;

const cases = [
  failedCase('adds', 'disk 7 is full'),
  failedCase('pays', 'connect ECONNREFUSED 127.0.0.1:5001'),
  failedCase('ships', 'connect ECONNREFUSED 127.0.0.1:5002'),
  passedCase('refunds'),
];

beforeAll(async () => {
  mail = await mailServer();
  const env = { ASSAY_SMTP_URL: mail.url, ASSAY_MAIL_FROM: 'Assay <assay@example.org>' };
  [repository, installation, browser] = await Promise.all([
    makeSteadyTests(),
    startInstallation({ env }),
    openBrowser(),
  ]);
  caller = await signIn(installation.url, admin);
  const environmentId = await createEnvironment(caller, { key: 'local', name: 'Local' });
  await createProject(caller, { ...steadyProject, gitUrl: repository.path });
  const running = await startRun(caller, { project: steadyProject.key, environment: 'local' });
  const gitUrl = 'https://git.example.com/acme/shop.git';
  const shop = { name: 'Shop', key: 'shop', testingFramework: 'Playwright' as const, gitUrl };
  const fields = { projectId: await createProject(caller, shop), environmentId, branch: 'main' };
  const login = await joinAccount(caller, mail, { firstName: 'Grace', lastName: 'Hopper' });
  grace = await signIn(installation.url, login);
  before = await uploadResults(caller, fields, ...cases);
  const adds = (await resultsOf(caller, before)).find(({ name }) => name.endsWith('adds'));
  const { id: assigneeUserId } = await grace.get<UserView>('/users/me');
  const ofTest = { reviewType: 'TEST_RUN_TEST', testRunId: before, testRunTestId: adds?.id };
  await caller.call('PUT', '/review/user', { ...ofTest, assigneeUserId });
  today = await uploadResults(caller, fields, ...cases);

  const pages = [await openPage(browser), await openPage(browser)] as const;
  errors.push(...pages.map(({ errors: own }) => own));
  [page, hers] = [pages[0].page, pages[1].page];
  await signInAt(page, installation.url);
  await hers.goto(installation.url);
  await submitSignIn(hers, login);
  await heading(hers, 'Test Runs').waitFor();
  run = await finishedRun(caller, running);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await repository.remove();
  await mail.stop();
});

const heading = (where: Page, name: string) => where.getByRole('heading', { level: 1, name });
const open = (path: string) => page.goto(`${installation.url}/demo/${path}`);
const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true });
const test = (name: string) => page.getByRole('article', { name: new RegExp(`${name}$`) });
const row = (name: string) => page.getByRole('tree', { name: 'Tests' }).getByRole('treeitem', { name });

describe('somebody with a keyboard', () => {
  it('goes through the list of runs by j and k, and opens one by Enter', async () => {
    await openTestRuns(page);
    const focused = page.locator('[data-row]:focus');
    const names = page.getByRole('list', { name: 'Test Runs' }).locator('[data-row]');
    await page.getByRole('link', { name: `Failed ${steadyProject.name} #1` }).waitFor();
    await eventually(async () => expect(await names.count()).toBe(3));
    const [first, second] = await names.allTextContents();
    const isOn = (name: string | undefined) =>
      eventually(async () => expect(await focused.textContent()).toBe(name ?? ''));
    await page.keyboard.press('j');
    await isOn(first);
    await page.keyboard.press('j');
    await isOn(second);
    await page.keyboard.press('k');
    await isOn(first);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/test-runs\/[^/]+$/);
  });

  it.each(['', '/tests/none', '/replay'])('gets from a run that is not there%s to those that are', async (part) => {
    await open(`test-runs/01a21a27-13dc-7662-91b2-adf03438cdf5${part}`);
    await page.getByText('This test run does not exist').waitFor();
    const out = page.getByRole('main').getByRole('link', { name: 'Test Runs' });
    await out.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Test Runs' }).waitFor();
  });
});

describe('the problem behind a failure', () => {
  it('suggests who had it last, and gives it to them, whose work it is at once', async () => {
    await open(`test-runs/${today}`);
    await row('adds').click();
    const problem = test('adds').getByRole('region', { name: 'Triage' });
    await problem.getByText('Grace Hopper reviewed this failure last.').waitFor();
    await hers.getByRole('link', { name: 'My work, 1' }).waitFor();
    await button('Assign Grace Hopper', problem).click();
    await button(/^Triage .*adds: .*Grace Hopper$/, test('adds')).waitFor();
    await hers.getByRole('link', { name: 'My work, 2' }).waitFor();
  });

  it('is classified with a note, and says where else it is', async () => {
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/tests\/[^/]+$/);
    await heading(page, 'adds').waitFor();
    const problem = page.getByRole('region', { name: 'Problem' });
    await button('Not classified, what the problem is', problem).click();
    await page.getByRole('menuitem', { name: 'Environment' }).click();
    await button('Environment, what the problem is', problem).waitFor();
    // What is known waits for nobody.
    await hers.getByRole('link', { name: 'My work', exact: true }).waitFor();
    await button('Add a note', problem).click();
    await problem.getByRole('textbox', { name: 'Note' }).fill('The disk is emptied at night');
    await button('Save note', problem).click();
    await problem.getByText('The disk is emptied at night').waitFor();
    await problem.getByText('Decided for this failure, not only for this run: Assay Administrator').waitFor();
    const elsewhere = problem.getByRole('link', { name: /adds$/ });
    expect(await elsewhere.getAttribute('href')).toContain(`/test-runs/${before}/tests/`);
  });

  it('is in the history of its test, which leads to the earlier run', async () => {
    await page.getByRole('tab', { name: 'History' }).click();
    await page.waitForURL(/\/history$/);
    await page
      .getByRole('list', { name: 'Earlier results' })
      .getByRole('link', { name: /^Failed.*#1.*Local · main/ })
      .click();
    await page.waitForURL((url) => url.pathname.includes(`/test-runs/${before}/tests/`));
    await button('Environment, what the problem is').waitFor();
  });
});

describe('reviews', () => {
  it('are taken by one key', async () => {
    await open(`test-runs/${today}`);
    await row('pays').click();
    await button(/^Triage .*pays: .*No reviewer$/, test('pays')).waitFor();
    await page.keyboard.press('t');
    await button(/^Triage .*pays: .*Assay Administrator$/, test('pays')).waitFor();
    await page.getByRole('link', { name: 'My work, 1' }).waitFor();
  });

  it('of several tests say what will change, change together, and are taken back', async () => {
    const tree = page.getByRole('tree', { name: 'Tests' });
    await tree.focus();
    await page.keyboard.press(' ');
    // Faster than the page shows what is chosen.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    await page.getByText('2 tests selected').waitFor();
    await button('Review selected').click();
    await page.getByRole('combobox', { name: 'Reviewer' }).click();
    await page.getByRole('option', { name: 'Grace Hopper' }).click();
    const preview = page.getByRole('status').filter({ hasText: 'will change' });
    await preview.getByText('2 tests of 2 will change. 1 of them now has another reviewer.').waitFor();
    await button('Apply').click();
    // It stays while the pointer is over it.
    await page.getByText('Reviewed 2 tests.').hover();
    await row('ships').getByText('Reviewer: Grace Hopper').waitFor({ state: 'attached' });
    await button(/^Triage .*ships: .*Grace Hopper$/, test('ships')).waitFor();
    await hers.getByRole('link', { name: 'My work, 2' }).waitFor();
    await button('Undo').click();
    await page.getByText('Taken back').waitFor();
    await button(/^Triage .*ships: .*No reviewer$/, test('ships')).waitFor();
    await row('pays').getByText('Reviewer: Assay Administrator').waitFor({ state: 'attached' });
    await hers.getByRole('link', { name: 'My work', exact: true }).waitFor();
  });
});

describe('my work', () => {
  it('lists what somebody has taken, until it has its final status', async () => {
    await page.getByRole('link', { name: 'My work, 1' }).click();
    await heading(page, 'My work').waitFor();
    const item = page.getByRole('listitem').filter({ hasText: 'pays' });
    await item.getByText('by yourself').waitFor();
    await button(/^To review, review status of .*pays$/, item).click();
    await page.getByRole('menuitem', { name: 'Test bug' }).click();
    await page.getByText('Nothing assigned to you').waitFor();
  });

  it('lists a run in which somebody is named, until it is opened and answered', async () => {
    const { id: me } = await caller.get<UserView>('/users/me');
    await grace.post(`/test-runs/${today}/messages`, { text: `${mentionOf(me)} is the disk yours?` });
    await page
      .getByRole('region', { name: 'Mentioned 1' })
      .getByRole('link', { name: /^Shop #2/ })
      .click();
    await page.getByRole('article', { name: 'Message of Grace Hopper' }).getByText('is the disk yours?').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('It is. I empty it.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article', { name: 'Message of Assay Administrator' }).getByText('I empty it').waitFor();
    await page.getByRole('link', { name: 'My work' }).click();
    await page.getByText('Nothing assigned to you').waitFor();
  });

  it('has all that somebody was told of marked as read by one key, in another tab as well', async () => {
    const { id: me } = await caller.get<UserView>('/users/me');
    const text = `${mentionOf(me)} is it full again?`;
    const tab = await page.context().newPage();
    await open('my-work');
    await tab.goto(page.url());
    for (const where of [page, tab]) await where.getByText('Nothing assigned to you').waitFor();
    for (const id of [before, today]) await grace.post(`/test-runs/${id}/messages`, { text });
    for (const where of [page, tab]) await where.getByRole('region', { name: 'Mentioned 2' }).waitFor();
    await button('Mark all as read').focus();
    await page.keyboard.press('Enter');
    for (const where of [page, tab]) {
      await where.getByText('Nothing assigned to you').waitFor();
      await button('Notices', where).waitFor();
    }
    await tab.close();
  });
});

describe('the replay of a run', () => {
  const moment = () => page.getByRole('slider', { name: 'Moment' });
  const place = async () => Number(await moment().getAttribute('aria-valuenow'));
  const end = async () => Number(await moment().getAttribute('aria-valuemax'));
  const replay = () => page.getByRole('region', { name: 'Replay' });

  it('begins before its tests, and plays to the end as the run is now', async () => {
    await open(`test-runs/${run.id}`);
    await page.getByRole('link', { name: 'Replay' }).click();
    await page.waitForURL(/\/replay$/);
    await replay()
      .getByText(/^\S+ in · event \d+ of \d+$/)
      .waitFor();
    expect(
      await page
        .getByRole('list', { name: 'Counts' })
        .getByText(/passed/)
        .count(),
    ).toBe(0);
    await button('100×', replay()).click();
    await page.keyboard.press(' ');
    await eventually(async () => expect(await place()).toBe(await end()));
    await heading(page, `Failed ${steadyProject.name} #1`).waitFor();
    await page.getByRole('list', { name: 'Counts' }).getByText('2 failed').waitFor();
    expect(new URL(page.url()).searchParams.get('at')).toBe(String(await place()));
  });

  it('goes to another moment by keys and by a click, which the address keeps', async () => {
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => expect(await place()).toBeLessThan(await end()));
    const marked = await place();
    await page.keyboard.press(',');
    await eventually(async () => expect(await place()).toBeLessThan(marked));
    await page.keyboard.press('.');
    await eventually(async () => expect(await place()).toBe(marked));
    const box = await moment().boundingBox();
    if (!box) throw new Error('there is no track');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const half = (await end()) / 2;
    await eventually(async () => expect(Math.abs((await place()) - half)).toBeLessThan(half / 10));
    const there = await place();
    await page.reload();
    await replay().waitFor();
    await eventually(async () => expect(Math.abs((await place()) - there)).toBeLessThanOrEqual(1));
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByRole('region', { name: 'Timeline' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(new RegExp(`/test-runs/${run.id}/timeline`));
  });
});

describe('what runs leave behind', () => {
  const field = (name: string) => page.getByRole('textbox', { name });
  const kept = (kind: string) => page.getByRole('table', { name: 'What is kept' }).getByRole('row', { name: kind });

  it('is shown with its size and what goes next, and is kept as long as somebody says', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Retention' }).click();
    await kept('Logs').getByText('for good').waitFor();
    await kept('Logs').getByText('nothing').waitFor();
    expect(await kept('Logs').textContent()).toMatch(/\d (B|KB)/);
    await page.getByRole('table', { name: 'By project' }).getByRole('row', { name: 'Shop' }).waitFor();

    await field('Logs').fill('0');
    await page.keyboard.press('Enter');
    await page.getByText('Must be between 1 and 3650 days').waitFor();
    await field('Logs').fill('30');
    await field('At most, all together').fill('5000');
    await button('Save').click();
    await page.getByText('Saved. What is due goes from now on, little by little.').waitFor();
    await kept('Logs').getByText('30 days').waitFor();
    await page.getByRole('heading', { name: /of 5,000 MB$/ }).waitFor();
    await page.reload();
    await kept('Logs').getByText('30 days').waitFor();
    await eventually(async () => expect(await field('Logs').inputValue()).toBe('30 days'));
    await page.getByText('Nothing was removed yet').waitFor();
    expect(errors.flat()).toEqual([]);
  });
});
