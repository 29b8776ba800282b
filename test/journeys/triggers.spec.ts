import type { CommandAnswer, TriggerView } from '@assay/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { comesToFit, openBrowser, openPage, signInAt, takesFocus } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject, finishedRun } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests, steadyProject } from '../support/steadyTests.ts';

let repository: SteadyTests;
let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];
let projectId: string;

beforeAll(async () => {
  [repository, installation, browser] = await Promise.all([makeSteadyTests(), startInstallation(), openBrowser()]);
  caller = await signIn(installation.url, admin);
  await createEnvironment(caller, { key: 'staging', name: 'Staging' });
  await createEnvironment(caller, { key: 'live', name: 'Live' });
  projectId = await createProject(caller, { ...steadyProject, gitUrl: repository.path });
  const limits = { testTimeoutSeconds: 60, timeoutMinutes: 10 };
  await caller.post<CommandAnswer>(`/projects/${projectId}/test-suites`, {
    ...limits,
    name: 'Quick',
    includeTags: ['@quick'],
  });
  await caller.post<CommandAnswer>('/test-plans', { name: 'Release gate', key: 'release-gate' });
  ({ page, errors } = await openPage(browser));
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const field = (name: string): Locator => page.getByRole('textbox', { name });
const rowOf = (name: string): Locator => page.getByRole('row').filter({ hasText: name });
const schedule = () => page.getByRole('complementary', { name: 'Schedule' });
const segment = (group: string, name: string): Locator =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByText(name, { exact: true });

/** Activates a button or link as the keyboard does. */
async function enter(target: Locator): Promise<void> {
  await target.focus();
  await page.keyboard.press('Enter');
}

async function pick(label: string, option: string): Promise<void> {
  const combobox = page.getByRole('combobox', { name: label, exact: true });
  await combobox.click();
  await page.getByRole('option', { name: option, exact: true }).click();
  await eventually(async () => expect(await combobox.inputValue()).toBe(option));
}

async function openForm(): Promise<void> {
  await enter(page.getByRole('link', { name: 'New trigger' }).first());
  await page.getByRole('form', { name: 'Trigger' }).waitFor();
}

async function save(name: string): Promise<void> {
  await enter(button('Save'));
  await rowOf(name).waitFor();
}

const stored = async (name: string): Promise<TriggerView | undefined> =>
  (await caller.get<TriggerView[]>('/triggers')).find((trigger) => trigger.name === name);
/** How often a trigger has started something. */
const fired = async (name: string) => (await stored(name))?.slots.filter(({ outcome }) => outcome === 'fired').length;

describe('a trigger', () => {
  it('on a schedule is made by keyboard: what is wrong is said, what is right is told in words and times', async () => {
    await enter(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Test Triggers' }));
    await page.getByText('No triggers yet').waitFor();
    await openForm();
    await enter(button('Save'));
    await page.getByText('You must specify a name').waitFor();
    await page.getByText('Valid Cron expression required').waitFor();
    await page.locator('[name="name"]:focus').waitFor();

    await page.keyboard.type('Nightly');
    await pick('Environment', 'Staging');
    await segment('Tests', 'A suite').click();
    await pick('Test Suite', 'Quick');
    await field('Cron').fill('every night');
    await page.getByText('Valid Cron expression required').waitFor();
    await field('Cron').fill('*/2 * * * *');
    await page.getByText('Leave at least 5 minutes between two times').waitFor();
    await enter(button('Every night'));
    await schedule().getByRole('heading', { name: 'At 02:30' }).waitFor();
    await eventually(async () => expect(await schedule().getByRole('row').count()).toBe(6));
    await schedule().getByRole('columnheader', { name: 'UTC' }).first().waitFor();
    await save('Nightly');
    await rowOf('Nightly').getByText('At 02:30, every day · UTC').waitFor();
    await rowOf('Nightly').getByText('Never').waitFor();
    await rowOf('Nightly')
      .getByText(/^in \d+ /)
      .waitFor();
  });

  it('warns of nights in which the clocks change', async () => {
    await enter(page.getByRole('link', { name: 'Nightly' }));
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('Europe/Ber');
    await page.getByRole('option', { name: 'Europe/Berlin' }).click();
    await schedule().getByText('Daylight saving moves this trigger').waitFor();
    await schedule()
      .getByText(/there is no 02:30: it fires at 03:00 \(01:00 UTC\)/)
      .waitFor();
    await save('Nightly');
    await rowOf('Nightly').getByText('At 02:30, every day · Europe/Berlin').waitFor();
  });

  it('may react to deploys of any project, start a test plan, or wait for Run Now', async () => {
    await openForm();
    await field('Name').fill('After deploys');
    await pick('Environment', 'Live');
    await segment('Starts', 'On deploy').click();
    const deployed = page.getByRole('combobox', { name: 'Deployed projects' });
    await deployed.click();
    await page.getByRole('option', { name: 'Any project' }).click();
    // The list of projects covers what is below it until it is left.
    await page.keyboard.press('Tab');
    await field('Settle time').fill('0');
    await segment('Tests', 'A suite').click();
    await pick('Test Suite', 'Quick');
    await segment('Version', 'Latest deploy').click();
    await page.getByText(/^There are currently no deploys of this project to this environment/).waitFor();
    await save('After deploys');
    await rowOf('After deploys').getByText('On deploy of any project').waitFor();

    await openForm();
    await segment('Runs', 'A test plan').click();
    await enter(button('Every week'));
    await enter(button('Save'));
    await page.getByText('You must select a Test Plan').waitFor();
    await field('Name').fill('Weekly gate');
    await pick('Test Plan', 'Release gate');
    await page.getByText('Release gate has no suites yet').waitFor();
    await save('Weekly gate');
    await rowOf('Weekly gate').getByRole('link', { name: 'Release gate' }).waitFor();

    await openForm();
    await segment('Starts', 'Manual only').click();
    await pick('Environment', 'Staging');
    await save('By hand');
    await rowOf('By hand').getByText('Manual only').waitFor();
    expect((await caller.get<TriggerView[]>('/triggers')).map(({ type }) => type).sort()).toEqual([
      'deploy',
      'interval',
      'now',
      'testPlanInterval',
    ]);
  });

  it('is run now, and the list says what came of it, or why nothing could be started', async () => {
    await enter(button('Run Now: After deploys'));
    await page.getByText('No Latest Deploy for Steady tests in Live. Trigger cannot be run.').waitFor();
    await enter(button('Run Now: Nightly'));
    await page.waitForURL(/\/test-runs\//);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(await finishedRun(caller, id)).toMatchObject({ status: 'PASS' });
    await page.getByRole('heading', { level: 1, name: `Passed ${steadyProject.name} #1` }).waitFor();
    await enter(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Test Triggers' }));
    await rowOf('Nightly').getByText('2 passed').waitFor();
  });

  it('starts once for a deploy', async () => {
    await caller.post(`/projects/${projectId}/deploys`, { environment: 'live', branch: 'main' });
    await rowOf('After deploys').getByText('2 passed').waitFor();
    expect(await fired('After deploys')).toBe(1);
  });

  it('is turned off and on in the list, which filters keep in the address', async () => {
    const isOn = page.getByRole('switch', { name: 'Nightly is enabled' });
    await isOn.focus();
    await page.keyboard.press('Space');
    await rowOf('Nightly').getByText('Off').waitFor();
    await page.getByText('3 on, 1 off').waitFor();
    await enter(button('Environment'));
    await takesFocus(page.getByRole('dialog', { name: 'Environment' }));
    await page.getByRole('checkbox', { name: 'Staging' }).focus();
    await page.keyboard.press('Space');
    await button('Environment: Staging').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await rowOf('After deploys').waitFor({ state: 'detached' });
    await page.reload();
    await rowOf('By hand').waitFor();
    await eventually(async () => expect(await page.getByRole('row').count()).toBe(3));
    await isOn.focus();
    await page.keyboard.press('Space');
    await page.getByText('4 on, 0 off').waitFor();
    await eventually(async () => expect((await stored('Nightly'))?.enabled).toBe(true));
  });

  it('starts a test plan once for a deploy, however often that is told', async () => {
    const [plan] = await caller.get<{ id: string }[]>('/test-plans');
    const planPath = `/test-plans/${plan?.id}`;
    const stage = await caller.post<CommandAnswer>(`${planPath}/stages`, { name: 'Smoke' });
    const suites = await caller.get<{ id: string }[]>('/test-suites');
    const [environment] = (await caller.get<{ id: string; key: string }[]>('/environments')).filter(
      ({ key }) => key === 'live',
    );
    await caller.post(`${planPath}/stages/${stage.id}/suites`, {
      projectId,
      testSuiteId: suites[0]?.id,
      environmentId: environment?.id,
      branch: 'main',
    });
    await enter(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Test Triggers' }));
    await openForm();
    await segment('Runs', 'A test plan').click();
    await field('Name').fill('Gate on deploy');
    await segment('Starts', 'On deploy').click();
    const deployed = page.getByRole('combobox', { name: 'Deployed projects' });
    await deployed.click();
    await page.getByRole('option', { name: 'Any project' }).click();
    await page.keyboard.press('Tab');
    await field('Settle time').fill('0');
    await pick('Test Plan', 'Release gate');
    await save('Gate on deploy');
    await rowOf('Gate on deploy').getByText('On deploy of any project').waitFor();

    const deploy = { environment: 'live', branch: 'main' };
    const key = { 'idempotency-key': 'release-7' };
    for (let told = 0; told < 2; told++) await caller.call('POST', `/projects/${projectId}/deploys`, deploy, key);
    await enter(rowOf('Gate on deploy').getByRole('link', { name: 'Release gate' }));
    await enter(page.getByRole('tab', { name: /^Runs/ }));
    const runs = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
    await runs.first().getByText('Completed').waitFor();
    await runs
      .first()
      .getByText(/^1 of 1 stage/)
      .waitFor();
    await eventually(async () => expect((await caller.get<{ total: number }>(`${planPath}/runs`)).total).toBe(1));
    expect(await fired('Gate on deploy')).toBe(1);
    await enter(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Test Triggers' }));
    await rowOf('Gate on deploy').waitFor();
  });

  it('keeps to its rules for a run that has not ended, and the list says what it waits for', async () => {
    await openForm();
    await field('Name').fill('One at a time');
    await pick('Environment', 'Live');
    await segment('Starts', 'On deploy').click();
    await page.getByRole('combobox', { name: 'Deployed projects' }).click();
    await page.getByRole('option', { name: 'Any project' }).click();
    await page.keyboard.press('Tab');
    await field('Settle time').fill('0');
    const queueOne = page.getByRole('radio', { name: /^Queue one/ });
    await queueOne.focus();
    await page.keyboard.press('Space');
    await field('After downtime').fill('15');
    await save('One at a time');
    expect(await stored('One at a time')).toMatchObject({ overlap: 'queue', catchUpMinutes: 15 });

    await repository.hold();
    const deploy = () => caller.post(`/projects/${projectId}/deploys`, { environment: 'live', branch: 'main' });
    await deploy();
    await rowOf('One at a time')
      .getByText(/^Running/)
      .waitFor();
    await deploy();
    await rowOf('One at a time')
      .getByText(/^Waits for #\d+$/)
      .waitFor();
    expect(await fired('One at a time')).toBe(1);
    await repository.letGo();
    await eventually(async () => expect(await fired('One at a time')).toBe(2));
    await rowOf('One at a time')
      .getByText(/^Waits for/)
      .waitFor({ state: 'detached' });

    await enter(page.getByRole('link', { name: 'One at a time', exact: true }));
    await eventually(async () => expect(await queueOne.isChecked()).toBe(true));
    expect(await field('After downtime').inputValue()).toBe('15');
    await enter(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Test Triggers' }));
    await rowOf('One at a time').waitFor();
  });

  it('fits a narrow window, in the list and in the form', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await comesToFit(page)).toBe(true);
    await enter(page.getByRole('link', { name: 'Nightly' }));
    await schedule().getByRole('heading', { name: 'At 02:30' }).waitFor();
    expect(await comesToFit(page)).toBe(true);
    expect(errors).toEqual([]);
  });
});
