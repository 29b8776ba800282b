import type { CommandAnswer, TestPlanDetailView, TestPlanRunPage } from '@assay/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt, takesFocus } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { commandLine } from '../support/commandLine.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests, steadyProject } from '../support/steadyTests.ts';

let repository: SteadyTests;
let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [repository, installation, browser] = await Promise.all([makeSteadyTests(), startInstallation(), openBrowser()]);
  caller = await signIn(installation.url, admin);
  await createEnvironment(caller, { key: 'local', name: 'Local' });
  const project = await createProject(caller, { ...steadyProject, gitUrl: repository.path });
  const suites = `/projects/${project}/test-suites`;
  const settings = { testTimeoutSeconds: 60, timeoutMinutes: 10 };
  await caller.post<CommandAnswer>(suites, { ...settings, name: 'Quick', includeTags: ['@quick'] });
  await caller.post<CommandAnswer>(suites, { ...settings, name: 'Whole' });
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
const dialog = (name: string): Locator => page.getByRole('dialog', { name });

/** Activates a button, link or menu item as the keyboard does. */
async function enter(target: Locator): Promise<void> {
  await target.focus();
  await page.keyboard.press('Enter');
}

/** Types into a field that is shown. */
async function type(label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).focus();
  await page.keyboard.type(text);
}

async function addStage(name: string): Promise<void> {
  await enter(button('Add stage'));
  await dialog('Add stage').waitFor();
  await type('Name', name);
  await page.keyboard.press('Enter');
  await page.getByRole('listitem', { name, exact: true }).waitFor();
}

/** Adds a suite of the only project, in the only environment. */
async function addSuite(stage: string, suite: string): Promise<void> {
  await enter(button(`Add suite to ${stage}`));
  const form = dialog(`Add suite to ${stage}`);
  await takesFocus(form);
  const field = form.getByRole('combobox', { name: 'Test Suite' });
  await field.focus();
  await page.keyboard.type(suite);
  await page.getByRole('option', { name: suite }).waitFor();
  // A list that opens forgets in a timer which option is marked. No hand is that fast; a journey may be, and asks again.
  await eventually(async () => {
    if ((await field.getAttribute('aria-expanded')) === 'true') {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    }
    expect(await field.getAttribute('aria-expanded')).toBe('false');
  });
  expect(await field.inputValue()).toBe(suite);
  await enter(form.getByRole('button', { name: 'Add suite' }));
  await form.waitFor({ state: 'detached' });
  await button(`Move ${suite}`).waitFor();
}

/** Lifts a stage or suite, moves it by arrow keys and drops it; waits until it is saved. */
async function carry(name: string, key: 'ArrowUp' | 'ArrowDown', landing: string): Promise<void> {
  await button(`Move ${name}`).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press(key);
  await page.keyboard.press('Space');
  await page.getByRole('status', { name: 'Moving' }).getByText(`${name} is dropped at ${landing}.`).waitFor();
  await eventually(async () => expect(await button(`Move ${name}`).getAttribute('aria-disabled')).toBe('false'));
}

async function runPlan(): Promise<void> {
  await enter(button('Run Test Plan'));
  await enter(dialog('Run Release gate').getByRole('button', { name: 'Run Test Plan' }));
  await page.waitForURL(/\/runs\?run=/);
}

const planId = (): string => /\/test-plans\/([^/]+)/.exec(page.url())?.[1] ?? '';
const newestRun = () => page.getByRole('list', { name: 'Runs' }).getByRole('listitem').first();

describe('a test plan', () => {
  it('is made by keyboard: two stages, put in order, with a suite carried from one into the other', async () => {
    await enter(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Test Plans' }));
    await page.getByText('Add your first test plan').waitFor();
    await enter(page.getByRole('link', { name: 'Add test plan' }));
    await type('Test Plan Name', 'Release gate');
    const key = page.getByRole('textbox', { name: 'Test Plan Key' });
    await eventually(async () => expect(await key.inputValue()).toBe('release-gate'));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/test-plans\/[^/]+\/stages$/);

    await addStage('Everything');
    await addStage('Smoke');
    await carry('Smoke', 'ArrowUp', 'position 1');
    await addSuite('Everything', 'Quick');
    await addSuite('Everything', 'Whole');
    await carry('Quick', 'ArrowUp', 'stage 1, position 1');
    await eventually(async () => {
      const { stages } = await caller.get<TestPlanDetailView>(`/test-plans/${planId()}`);
      const names = stages.map(({ name, suites }) => [name, ...suites.map(({ testSuite }) => testSuite.name)]);
      expect(names).toEqual([
        ['Smoke', 'Quick'],
        ['Everything', 'Whole'],
      ]);
    });
    await page.reload();
    await page.getByText('if all of Smoke passes').waitFor();
    for (const [stage, suite] of [
      ['Smoke', 'Quick'],
      ['Everything', 'Whole'],
    ]) {
      await page
        .getByRole('list', { name: `Suites of ${stage}` })
        .getByRole('listitem', { name: suite })
        .waitFor();
    }
  });

  it('is run to its verdict: each suite leads to its test run', async () => {
    await runPlan();
    await newestRun().getByText('1 of 2 stages pass · 1 failed').waitFor();
    await newestRun().getByText('Completed').waitFor();
    const whole = page.getByRole('listitem', { name: 'Whole' });
    await whole.getByText('2 failed').waitFor();
    await enter(whole.getByRole('link'));
    await page.getByRole('heading', { level: 1, name: `Failed ${steadyProject.name} #2` }).waitFor();
    await page.goBack();
    await button('Rerun failed').waitFor();
  });

  it('is stopped while it runs, which says by whom and starts nothing more', async () => {
    await repository.hold();
    await runPlan();
    await newestRun().getByText('Everything, 1 suite').waitFor();
    await page
      .getByRole('listitem', { name: 'Whole' })
      .getByText(/ of 12/)
      .waitFor();
    await enter(button('Stop Run'));
    const asked = dialog('Are you sure you stop this run?');
    await takesFocus(asked);
    await enter(asked.getByRole('button', { name: 'Stop Run' }));
    await newestRun().getByText(`Canceled By ${admin.email}`).waitFor();
    await repository.letGo();
    await eventually(async () => {
      const { testPlanRuns } = await caller.get<TestPlanRunPage>(`/test-plans/${planId()}/runs?page=1&limit=10`);
      expect(testPlanRuns.map(({ status }) => status)).toEqual(['Canceled', 'completed']);
      const [stopped] = testPlanRuns;
      expect(stopped?.stages.map(({ suites }) => suites.map(({ status }) => status))).toEqual([['pass'], ['canceled']]);
    });
    expect(errors).toEqual([]);
  });

  it('is run by a CI job, which waits for its verdict', async () => {
    const { key } = await caller.post<{ key: string }>('/account/api-keys', { name: 'CI', scope: 'CI' });
    const assay = commandLine({ url: installation.url, key });
    const { code, out, err } = await assay('plan', 'run', 'release-gate', '--wait');
    expect({ code, told: `${out}${err}` }).toEqual({ code: 1, told: expect.stringContaining('Test plan started') });
    expect((await assay('plan', 'run', 'no-such-plan', '--wait')).err).toMatch(/no test plan 'no-such-plan'/);
  });
});
