import type { ProjectView } from '@assay/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPage, openTestRuns, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import type { Repository } from '../support/makeRepository.ts';
import { createEnvironment, createProject, finishedRun, outcomesOf, resultsOf } from '../support/runs.ts';
import { makeNodeTests, nodeProject, nodeResultFiles, nodeTestCommand } from './nodeTests.ts';

let repository: Repository;
let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [repository, installation, browser] = await Promise.all([
    makeNodeTests(),
    // As users have it: isolated by what this machine has.
    startInstallation({ env: { ASSAY_ISOLATE: '' } }),
    openBrowser(),
  ]);
  caller = await signIn(installation.url, admin);
  await createEnvironment(caller, { key: 'local', name: 'Local' });
  await createProject(caller, { ...nodeProject('taken', repository), name: 'Taken' });
  ({ page, errors } = await openPage(browser));
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
const send = () => page.getByRole('main').getByRole('button', { name: 'Add project' }).click();

/** Expects the error shown at a field. */
async function expectProblem(of: Locator, text: string): Promise<void> {
  await eventually(async () => {
    const described = (await of.getAttribute('aria-describedby')) ?? '';
    const ids = described.split(/\s+/).filter(Boolean);
    const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).allTextContents()));
    expect(texts.flat()).toContain(text);
  });
}

async function choose(name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe("a project of one's own", () => {
  it('is created in a form that shows errors field by field', async () => {
    await page.getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('link', { name: 'Add project' }).click();
    await page.getByRole('button', { name: 'enter everything by hand' }).click();
    await field('Default branch').fill('');
    await send();
    await expectProblem(field('Name'), "Can't be blank");
    await expectProblem(field('Key'), "Can't be blank");
    await expectProblem(field('Default branch'), 'You must select a default branch');
    await expectProblem(page.getByRole('combobox', { name: 'Testing framework' }), 'Select a testing framework');

    await field('Git URL').fill('not a url');
    await field('Test timeout (seconds)').fill('0');
    await field('Run timeout (minutes)').fill('1441');
    await field('Runners (up to 30)').fill('31');
    await choose('Testing framework', 'Other');
    await send();
    await expectProblem(field('Git URL'), 'Invalid URL');
    await expectProblem(field('Test timeout (seconds)'), 'Must be between 1 and 10800 seconds');
    await expectProblem(field('Run timeout (minutes)'), 'Must be between 1 and 1440 minutes');
    await expectProblem(field('Runners (up to 30)'), 'Must be between 1 and 30');
    await expectProblem(field('Framework name'), 'Enter the name of your testing framework');
    await expectProblem(field('Test command'), "Can't be blank");
    await expectProblem(page.getByRole('combobox', { name: 'Result files' }), "Can't be blank");
  });

  it('is refused with a taken name or key, at the fields themselves', async () => {
    await field('Git URL').fill(repository.path);
    await field('Default branch').fill('main');
    await field('Test timeout (seconds)').fill('60');
    await field('Run timeout (minutes)').fill('10');
    await field('Runners (up to 30)').fill('2');
    await field('Framework name').fill('node:test');
    await field('Test command').fill(nodeTestCommand);
    await page.getByRole('combobox', { name: 'Result files' }).fill(nodeResultFiles);
    await page.keyboard.press('Enter');
    await field('Name').fill('Taken');
    // The key follows the name until somebody types one.
    await eventually(async () => expect(await field('Key').inputValue()).toBe('taken'));
    await send();
    await expectProblem(field('Name'), 'This name is already in use');
    await field('Name').fill('Sums');
    await eventually(async () => expect(await field('Key').inputValue()).toBe('sums'));
    await field('Key').fill('taken');
    await send();
    await expectProblem(field('Key'), 'This key is already in use');
  });

  it('is added, and its first run passes', async () => {
    await field('Key').fill('sums');
    await send();
    await page.waitForURL(/\/projects\/sums/);
    // The page waits for its own changes; another caller may be ahead of the read model.
    await eventually(async () => {
      const projects = await caller.get<ProjectView[]>('/projects');
      expect(projects.find(({ key }) => key === 'sums')).toMatchObject({
        name: 'Sums',
        gitUrl: repository.path,
        defaultBranch: 'main',
        testingFramework: 'Other',
        testCommand: nodeTestCommand,
        resultFiles: [nodeResultFiles],
        testTimeoutSeconds: 60,
      });
    });

    await openTestRuns(page);
    await page.getByRole('button', { name: 'New Test Run' }).first().click();
    await choose('Project', 'Sums');
    await page.getByRole('checkbox', { name: 'Follow test run' }).uncheck();
    await page.getByRole('button', { name: 'Start test run' }).click();
    await page.getByRole('heading', { level: 1, name: 'Passed Sums #1' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await finishedRun(caller, id);
    expect(outcomesOf(await resultsOf(caller, id))).toEqual({ 'adds up': 'PASS', counts: 'PASS' });
    await page.getByRole('treeitem', { name: 'Passed adds up' }).waitFor();
    expect(errors).toEqual([]);
  });
});
