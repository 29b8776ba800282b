import type { CommandAnswer, PipelineStageView, TestPlanDetailView } from '@assay/contract';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { patienceMs } from '../support/patience.ts';
import { makeFinger, makeMouse, type Pointer } from '../support/pointers.ts';
import { createEnvironment, createProject } from '../support/runs.ts';

let installation: Installation;
let caller: Caller;
let browser: Browser;
let planId: string;

beforeAll(async () => {
  [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
  caller = await signIn(installation.url, admin);
  for (const name of ['Build', 'Staging', 'Production']) {
    await caller.post<CommandAnswer>('/pipeline-stages', { name });
  }
  await makePlan();
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
});

/** A plan of two stages: Smoke with Quick and Login, Whole with Checkout. */
async function makePlan(): Promise<void> {
  const environmentId = await createEnvironment(caller, { key: 'local', name: 'Local' });
  const projectId = await createProject(caller, {
    name: 'Shop',
    key: 'shop',
    testingFramework: 'CucumberJS',
    gitUrl: 'https://git.example.com/acme/shop.git',
  });
  ({ id: planId } = await caller.post<CommandAnswer>('/test-plans', { name: 'Release gate', key: 'release-gate' }));
  const plan = { Smoke: ['Quick', 'Login'], Whole: ['Checkout'] };
  for (const [stage, suites] of Object.entries(plan)) {
    const { id: stageId } = await caller.post<CommandAnswer>(`/test-plans/${planId}/stages`, { name: stage });
    for (const name of suites) {
      const settings = { testTimeoutSeconds: 60, timeoutMinutes: 10 };
      const { id: testSuiteId } = await caller.post<CommandAnswer>(`/projects/${projectId}/test-suites`, {
        ...settings,
        name,
      });
      await caller.post<CommandAnswer>(`/test-plans/${planId}/stages/${stageId}/suites`, {
        projectId,
        testSuiteId,
        environmentId,
        branch: 'main',
      });
    }
  }
}

/** Expects the stages with their suites in this order, stored, and on the page once it is loaded again. */
async function planIs(page: Page, expected: [string, ...string[]][]): Promise<void> {
  await eventually(async () => {
    const { stages } = await caller.get<TestPlanDetailView>(`/test-plans/${planId}`);
    expect(stages.map(({ name, suites }) => [name, ...suites.map(({ testSuite }) => testSuite.name)])).toEqual(
      expected,
    );
  });
  await page.reload();
  const shown = (list: string) =>
    page
      .getByRole('list', { name: list })
      .locator('> li')
      .evaluateAll((items) => items.map((item) => item.getAttribute('aria-label')));
  await eventually(async () => expect(await shown('Stages')).toEqual(expected.map(([stage]) => stage)));
  for (const [stage, ...suites] of expected) expect(await shown(`Suites of ${stage}`)).toEqual(suites);
}

async function pipelineIs(expected: string[]): Promise<void> {
  await eventually(async () => {
    const stages = await caller.get<PipelineStageView[]>('/pipeline-stages');
    const inOrder = stages.toSorted((one, other) => one.priority - other.priority);
    expect(inOrder.map(({ name }) => name)).toEqual(expected);
  });
}

/** Carries a suite or stage of the plan to another, once the page says that it is lifted, then where it would be. */
async function carryInPlan(page: Page, pointer: Pointer, name: string, to: string, place: string): Promise<void> {
  const moving = page.getByRole('status', { name: 'Moving' });
  await pointer.press(page.getByRole('button', { name: `Move ${name}`, exact: true }));
  await moving.getByText(`Moving ${name}`).waitFor();
  await pointer.carryTo(page.getByRole('listitem', { name: to, exact: true }));
  await moving.getByText(`Moving ${name} to ${place}`).waitFor();
  await pointer.release();
  await moving.getByText(`${name} is dropped at ${place}.`).waitFor();
}

/** Carries a stage of the pipeline to the place of another. */
async function carryInPipeline(page: Page, pointer: Pointer, name: string, to: string, place: string): Promise<void> {
  const grip = (of: string) => page.getByRole('button', { name: `Move ${of}`, exact: true });
  await pointer.press(grip(name));
  await page.getByText(new RegExp(`^${name} is (lifted from|above) `)).waitFor();
  await pointer.carryTo(grip(to));
  await page.getByText(`${name} is above ${place}.`).waitFor();
  await pointer.release();
  await page.getByText(`${name} is dropped at ${place}.`).waitFor();
}

describe('stages and suites are put in order', () => {
  it('by mouse', async () => {
    const { page, errors } = await openPage(browser);
    await signInAt(page, installation.url);
    const mouse = makeMouse(page);
    await page.goto(`${installation.url}/demo/test-plans/${planId}/stages`);
    await planIs(page, [
      ['Smoke', 'Quick', 'Login'],
      ['Whole', 'Checkout'],
    ]);
    await carryInPlan(page, mouse, 'Login', 'Checkout', 'stage 2, position 1');
    await planIs(page, [
      ['Smoke', 'Quick'],
      ['Whole', 'Login', 'Checkout'],
    ]);
    await page.goto(`${installation.url}/demo/environments/pipelines`);
    await carryInPipeline(page, mouse, 'Production', 'Build', 'place 1 of 3');
    await pipelineIs(['Production', 'Build', 'Staging']);
    expect(errors).toEqual([]);
  });

  it('by touch on a phone, whose page does not scroll away meanwhile', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    await signInAt(page, installation.url);
    const finger = await makeFinger(page);
    await page.goto(`${installation.url}/demo/test-plans/${planId}/stages`);
    await carryInPlan(page, finger, 'Login', 'Quick', 'stage 1, position 1');
    await planIs(page, [
      ['Smoke', 'Login', 'Quick'],
      ['Whole', 'Checkout'],
    ]);
    await page.goto(`${installation.url}/demo/environments/pipelines`);
    await carryInPipeline(page, finger, 'Production', 'Staging', 'place 3 of 3');
    await pipelineIs(['Build', 'Staging', 'Production']);
    expect(await page.evaluate('window.scrollY')).toBe(0);
  });
});
