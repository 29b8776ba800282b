import type { TestRunView } from '@assay/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { comesToFit, openBrowser, openPage, openTestRuns, signInAt, submitSignIn } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { joinAccount, type Login } from '../support/joinAccount.ts';
import { mailServer } from '../support/mailServer.ts';
import { createEnvironment, createProject, finishedRun, startRun } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests, steadyProject } from '../support/steadyTests.ts';
import { failedCase, passedCase, uploadResults } from '../support/uploadResults.ts';

const gitUrl = 'https://git.example.com/acme/shop.git';
const shop = { name: 'Shop', key: 'shop', testingFramework: 'Playwright' as const, gitUrl };
const steady = { project: steadyProject.key, environment: 'local', branch: 'main' };

let repository: SteadyTests;
let mail: Awaited<ReturnType<typeof mailServer>>;
let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
/** Of a second person. */
let other: Page;
let grace: Login;
const errors: string[][] = [];
/** Of an upload to the project Shop. */
let fields: { projectId: string; environmentId: string; branch: string };
/** Over, by our own runner. */
let run: TestRunView;
/** Still going, held in its middle. */
let live: string;

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
  const first = await startRun(caller, { ...steady, runners: 2 });

  fields = { projectId: await createProject(caller, shop), environmentId, branch: 'main' };
  await uploadResults(caller, fields, passedCase('adds'), passedCase('pays'));
  await uploadResults(caller, { ...fields, branch: 'release' }, passedCase('adds'), failedCase('pays', 'declined'));
  grace = await joinAccount(caller, mail, { firstName: 'Grace', lastName: 'Hopper' });

  const [mine, hers] = [await openPage(browser), await openPage(browser)];
  errors.push(mine.errors, hers.errors);
  [page, other] = [mine.page, hers.page];
  await signInAt(page, installation.url);
  await other.goto(installation.url);
  await submitSignIn(other, grace);
  await heading(other, 'Test Runs').waitFor();
  run = await finishedRun(caller, first);
  await repository.hold();
  live = await startRun(caller, { ...steady, runners: 1 });
});
afterAll(async () => {
  await repository.letGo();
  await browser.close();
  await installation.stop();
  await installation.remove();
  await repository.remove();
  await mail.stop();
});

const heading = (where: Page, name: string) => where.getByRole('heading', { level: 1, name });
const rows = () => page.getByRole('list', { name: 'Test Runs' }).locator('[data-row]');
const address = () => new URL(page.url());
const tab = (name: string) => page.getByRole('tab', { name });
const openRun = (where: Page, id: string, part = '') =>
  where.goto(`${installation.url}/demo/test-runs/${id}${part === '' ? '' : `/${part}`}`);

/** Picks a choice of a filter above the list, which closes again. */
async function pick(filter: string, choice: string): Promise<void> {
  await page.getByRole('search', { name: 'Filters' }).getByRole('button', { name: filter, exact: true }).click();
  await page.getByRole('checkbox', { name: choice, exact: true }).click();
  await page.keyboard.press('Escape');
}

describe('the filters of the list of test runs', () => {
  const chip = (name: string) => page.getByRole('button', { name, exact: true });

  it('are chips and part of the address, which Back leads through', async () => {
    await openTestRuns(page);
    await eventually(async () => expect(await rows().count()).toBe(4));
    await pick('Status', 'Failed');
    await chip('Status: Failed').waitFor();
    await eventually(async () => expect(await rows().count()).toBe(2));
    await pick('Project', 'Shop');
    await eventually(async () => expect(await rows().count()).toBe(1));
    await chip('Branch').click();
    await page.getByRole('textbox', { name: 'Search branch' }).fill('release');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await chip('Branch: release').waitFor();
    expect(address().searchParams.getAll('branch')).toEqual(['release']);
    expect(address().searchParams.getAll('status')).toEqual(['FAIL']);

    await page.getByRole('link', { name: 'Failed Shop #2' }).click();
    await heading(page, 'Failed Shop #2').waitFor();
    await page.getByRole('link', { name: 'Test Runs' }).last().click();
    await chip('Branch: release').waitFor();
    await page.goBack();
    await page.goBack();
    await chip('Branch: release').waitFor();
    await page.goBack();
    await chip('Branch').waitFor();
    expect(address().search).not.toContain('branch');
    await chip('Clear Filters').click();
    await eventually(async () => expect(await rows().count()).toBe(4));
    expect(address().search).toBe('');
  });

  it('leave each run its number, however long the name of its project', async () => {
    const name = `Shop${' of the northern branch'.repeat(4)}`;
    const projectId = await createProject(caller, { ...shop, name, key: 'northern' });
    await uploadResults(caller, { ...fields, projectId }, passedCase('adds'));
    const row = page.getByRole('listitem').filter({ hasText: 'northern branch' }).first();
    await row.waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await comesToFit(page);
      const [number, link] = await Promise.all([row.getByText(/^ ?#1$/).boundingBox(), row.boundingBox()]);
      if (!number || !link) throw new Error('the row is not shown');
      expect(number.x + number.width).toBeLessThanOrEqual(link.x + link.width);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe('a run that is over', () => {
  const panel = (name: string): Locator => page.getByRole('region', { name });

  it('is searched and filtered in its tree, which the address keeps', async () => {
    await openRun(page, run.id);
    const tests = page.getByRole('tree', { name: 'Tests' }).getByRole('treeitem', { level: 2 });
    await eventually(async () => expect(await tests.count()).toBe(12));
    await page.keyboard.press('/');
    await page.keyboard.type('seve');
    await eventually(async () => expect(await tests.count()).toBe(1));
    await page.reload();
    await eventually(async () => expect(await tests.count()).toBe(1));
    await page.getByRole('searchbox', { name: 'Search tests' }).press('Escape');
    await page.getByRole('list', { name: 'Counts' }).getByRole('button', { name: '2 failed' }).click();
    await eventually(async () => expect(await tests.count()).toBe(2));
    expect(address().search).toContain('status=FAIL');
  });

  it('says in Details how long it took and what was quarantined', async () => {
    await tab('Details').click();
    await panel('Timing').getByText('Average parallelism').waitFor();
    await panel('Quarantine').getByText("don't fail the run").waitFor();
    expect(address().pathname).toBe(`/demo/test-runs/${run.id}/details`);
  });

  it('has a lane for each runner in Timeline, zoomed and walked by keys, and the same as a table', async () => {
    await tab('Timeline').click();
    const runners = panel('Timeline').getByRole('list', { name: 'Runners' });
    await eventually(async () => expect(await runners.getByRole('listitem').count()).toBe(2));
    const chart = page.getByRole('application', { name: 'Tests by runner and time' });
    await chart.focus();
    await page.keyboard.press('+');
    const whole = page.getByRole('button', { name: 'Whole run' });
    await eventually(async () => expect(await whole.isEnabled()).toBe(true));
    await page.keyboard.press('0');
    await eventually(async () => expect(await whole.isEnabled()).toBe(false));
    await page.getByRole('button', { name: 'Table' }).click();
    const table = page.getByRole('table', { name: 'Tests by time' });
    // What was looked for among the results is looked for here as well.
    await eventually(async () => expect(await table.getByRole('link').count()).toBe(2));
    await panel('Timeline').getByRole('button', { name: 'Status: Failed' }).click();
    await page.getByRole('checkbox', { name: 'Failed', exact: true }).click();
    await page.keyboard.press('Escape');
    await eventually(async () => expect(await table.getByRole('link').count()).toBeGreaterThanOrEqual(11));
    await page.getByRole('button', { name: 'Chart' }).click();
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/tests\/[^/]+$/);
    await page.goBack();
  });

  it('lists in History who changed what', async () => {
    await page.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('menuitem', { name: 'Passed' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Set|Mark|Passed/ })
      .click();
    await heading(page, `Passed ${steadyProject.name} #1`).waitFor();
    await tab('History').click();
    const row = page.getByRole('table', { name: 'History' }).getByRole('row').filter({ hasText: admin.email });
    await row.filter({ hasText: 'Passed' }).waitFor();
  });

  it('lists in Runners who worked on it', async () => {
    await tab('Runners').click();
    const table = page.getByRole('table', { name: 'Runners' });
    for (const name of ['Runner 1', 'Runner 2']) {
      await table.getByRole('row', { name }).getByText('Exited', { exact: true }).waitFor();
    }
  });

  it('has its logs by phase, a search from match to match, and a link to a line', async () => {
    await tab('Logs').click();
    const names = page.getByRole('navigation', { name: 'Logs' });
    await eventually(async () =>
      expect(await names.getByRole('heading').allTextContents()).toEqual(['Set-up', 'Test list', 'Tests']),
    );
    await names.getByRole('button', { name: /^Test list/ }).click();
    const log = page.getByRole('log', { name: 'Test list log' });
    await log.getByText('12 tests found, 12 of them for this run.').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('ELEVEN');
    const found = page.getByRole('region', { name: 'Test list' }).getByRole('status');
    await found.getByText('1 of 2', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await found.getByText('2 of 2', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await found.getByText('1 of 2', { exact: true }).waitFor();
    await log.getByRole('button', { name: 'Link to line 2', exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get('line') === '2');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toBe('Test list.log');
  });
});

const messageOf = (author: string, where: Page) => where.getByRole('article', { name: `Message of ${author}` });

describe('a run that goes on', () => {
  it('has messages in which people name each other, and which all who look at it see at once', async () => {
    await openRun(other, live, 'messages');
    await other.getByText('No messages yet').waitFor();
    await openRun(page, live, 'messages');
    const field = page.getByRole('textbox', { name: 'Message' });
    const places = () => page.getByRole('tab').evaluateAll((tabs) => tabs.map((each) => each.clientWidth));
    await field.waitFor();
    // Widths are those of the font, which comes by itself.
    await page.evaluate('document.fonts.ready.then(() => true)');
    const before = await places();
    await field.pressSequentially('Is two known, @gra');
    await page.getByRole('option', { name: /^Grace Hopper/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await messageOf('Assay Administrator', other).getByText('Is two known, @Grace Hopper').waitFor();
    await tab('Messages 1').waitFor();
    expect(await places()).toEqual(before);

    await other.getByRole('textbox', { name: 'Message' }).fill('It is, see https://tracker.example.com/812.');
    await other.getByRole('button', { name: 'Send' }).click();
    const answer = messageOf('Grace Hopper', page);
    const link = answer.getByRole('link', { name: 'https://tracker.example.com/812' });
    expect(await link.getAttribute('href')).toBe('https://tracker.example.com/812');
  });

  it('is followed by somebody who is asked how to be told, which others see', async () => {
    await other.getByRole('button', { name: 'Follow', exact: true }).click();
    const asked = other.getByRole('dialog', { name: 'Notification settings' });
    await asked.getByRole('button', { name: 'Notify me by mail' }).click();
    await other.getByRole('button', { name: 'Following' }).waitFor();
    await page.getByRole('list', { name: 'About this run' }).getByText('followed by Grace Hopper').waitFor();
    await openTestRuns(other);
    await heading(other, 'Test Runs').waitFor();
  });

  it('is followed to the end of its log, until somebody looks back', async () => {
    // The log is longer than the window.
    await page.setViewportSize({ width: 1440, height: 480 });
    await tab('Logs').click();
    const names = page.getByRole('navigation', { name: 'Logs' });
    await names.getByRole('button', { name: /^Runner/ }).click();
    const log = page.getByRole('log', { name: /^Runner/ });
    const follow = page.getByRole('switch', { name: 'Follow' });
    expect(await follow.isChecked()).toBe(true);
    await log.hover();
    await page.mouse.wheel(0, -100);
    await eventually(async () => expect(await follow.isChecked()).toBe(false));
    await follow.press(' ');
    expect(await follow.isChecked()).toBe(true);
    await repository.letGo();
    await log.getByText('executing steps').waitFor();
    await eventually(async () => {
      const [line, view] = await Promise.all([log.getByText('executing steps').boundingBox(), log.boundingBox()]);
      if (!line || !view) throw new Error('the log is not shown');
      expect(line.y + line.height).toBeLessThanOrEqual(view.y + view.height);
    });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('tells of its end whoever follows it, here and by mail', async () => {
    await heading(page, `Failed ${steadyProject.name} #2`).waitFor();
    await other.getByRole('button', { name: 'Notices, 1 new' }).click();
    await other
      .getByRole('link', { name: new RegExp(`${steadyProject.name} #2`) })
      .last()
      .click();
    await heading(other, `Failed ${steadyProject.name} #2`).waitFor();
    await other.getByRole('button', { name: 'Notices', exact: true }).waitFor();
    await eventually(() => mail.subjectsTo(grace.email).some((subject) => subject.includes('#2')));
    expect(errors.flat()).toEqual([]);
  });
});
