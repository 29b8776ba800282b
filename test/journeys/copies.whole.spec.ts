import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerateApiKeyAnswer, TestResultView } from '@assay/contract';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { commandLine } from '../support/commandLine.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { createEnvironment, createProject, finishedRun, resultsOf, startRun } from '../support/runs.ts';

/** The steps of two scenarios, one of which fails the very first time and then always passes. */
const stepsIn = (folder: string) => `
const { openSync } = require('node:fs');
const { join } = require('node:path');
const { Given } = require('@cucumber/cucumber');
Given('it stands', () => undefined);
Given('it fails for whoever comes first', () => {
  try {
    openSync(join(${JSON.stringify(folder)}, 'first'), 'wx');
  } catch {
    return;
  }
  throw new Error('I was the first');
});
`;
const features = [
  'Feature: Bridge',
  '  Scenario: stands\n    Given it stands',
  '  Scenario: wobbles\n    Given it fails for whoever comes first',
].join('\n\n');

/** A thousand and one scenarios: a hundred copies of each exceed a run's limit. */
const many = [
  'Feature: Many',
  '  Scenario Outline: span <n>\n    Given it stands',
  `    Examples:\n      | n |\n${Array.from({ length: 1_001 }, (_, n) => `      | ${n} |`).join('\n')}`,
].join('\n\n');

let folder: string;
let repository: Repository;
let long: Repository;
let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-copies-'));
  repository = await makeRepository({
    'package.json': JSON.stringify({ name: 'bridge', private: true }),
    'features/steps.js': stepsIn(folder),
    'features/bridge.feature': `${features}\n`,
  });
  long = await makeRepository({
    'package.json': JSON.stringify({ name: 'long', private: true }),
    'features/steps.js': stepsIn(folder),
    'features/many.feature': `${many}\n`,
  });
  [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
  caller = await signIn(installation.url, admin);
  await createEnvironment(caller, { key: 'local', name: 'Local' });
  const project = { name: 'Bridge', key: 'bridge', testingFramework: 'CucumberJS' as const, defaultBranch: 'main' };
  await createProject(caller, { ...project, gitUrl: repository.path, defaultMaxRunners: 2 });
  ({ page, errors } = await openPage(browser));
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await repository.remove();
  await long.remove();
  await rm(folder, { recursive: true });
});

describe('a run of several copies', () => {
  let id: string;

  it('is requested in the form, and runs each test that often in real processes', async () => {
    await page.goto(`${installation.url}/demo/test-runs`);
    await page.getByRole('button', { name: 'New Test Run' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New Test Run' });
    const copies = dialog.getByRole('textbox', { name: 'Copies' });
    await copies.fill('101');
    await dialog.getByRole('button', { name: 'Start test run' }).click();
    await dialog.getByText('Must be between 1 and 100').waitFor();
    await copies.fill('4');
    await dialog.getByRole('button', { name: 'Start test run' }).click();
    const asked = page.getByRole('dialog', { name: 'Notification settings' });
    await asked.getByRole('button', { name: 'Only in Assay' }).click();
    await page.getByRole('button', { name: 'Following' }).waitFor();
    await page.waitForURL(/\/test-runs\/[^/]+$/);
    id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const run = await finishedRun(caller, id);
    expect(run).toMatchObject({ status: 'FAIL', copies: 4, totalCount: 8, passCount: 7, failCount: 1, flakyCount: 3 });
    const results = await resultsOf(caller, id);
    expect(results.map(({ name, copy }) => `${name} ${copy}`)).toEqual(
      ['stands', 'wobbles'].flatMap((name) => [1, 2, 3, 4].map((copy) => `${name} ${copy}`)),
    );
    const wobbles = results.filter(({ name }) => name === 'wobbles');
    expect(new Set(wobbles.map(({ testId }) => testId)).size).toBe(1);
    expect(wobbles.map(({ status, flaky }) => `${status} ${flaky}`).sort()).toEqual([
      'FAIL false',
      'PASS true',
      'PASS true',
      'PASS true',
    ]);
  });

  it('shows each copy separately, with what happened in it', async () => {
    await page.getByRole('list', { name: 'About this run' }).getByText('4 copies').waitFor();
    const failed = (await resultsOf(caller, id)).find(({ status }) => status === 'FAIL');
    if (!failed) throw new Error('one copy failed');
    const tree = page.getByRole('tree', { name: 'Tests' });
    await tree.getByRole('treeitem', { name: `Failed wobbles copy ${failed.copy}` }).click();
    const test = page.getByRole('article', { name: 'wobbles', exact: true });
    await test.getByText(`copy ${failed.copy} of 4`).waitFor();
    await test.getByText('I was the first').first().waitFor();
    await test.getByRole('link', { name: 'Open the test on its own page' }).click();
    await page.waitForURL(/\/tests\/[^/]+$/);
    await page.getByText('I was the first').first().waitFor();
    const alone = await caller.get<TestResultView>(`/test-run-test/${failed.id}`);
    expect(alone).toMatchObject({ copy: failed.copy, status: 'FAIL', attemptsDetail: [{ attempt: 1 }] });
    expect(errors).toEqual([]);
  });

  it('is rerun with as many copies of the failed test, which now passes in all of them', async () => {
    await page.goto(`${installation.url}/demo/test-runs/${id}`);
    await page.getByRole('button', { name: 'Rerun' }).first().click();
    await page.getByRole('menuitem', { name: 'Rerun Failed Tests' }).click();
    await page.waitForURL((url) => /\/test-runs\/[^/]+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`));
    const rerun = await finishedRun(caller, new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(rerun).toMatchObject({ status: 'PASS', copies: 4, totalCount: 4, passCount: 4, flakyCount: 0 });
    await page.goto(`${installation.url}/demo/test-runs`);
    await page.getByText('4 copies').first().waitFor();
  });

  it('is requested on the command line, which counts every copy', async () => {
    const { key } = await caller.post<GenerateApiKeyAnswer>('/account/api-key', {});
    const assay = commandLine({ url: installation.url, key });
    const bridge = ['--project', 'bridge', '--environment', 'local'];
    expect(await assay('run', ...bridge, '--copies', '3', '--wait')).toMatchObject({
      code: 0,
      out: expect.stringContaining('6 tests: 6 passed'),
    });
    expect(await assay('run', ...bridge, '--copies', '101')).toMatchObject({
      code: 3,
      err: expect.stringContaining('--copies must be a whole number'),
    });
  });

  it('says in its verdict that there are too many copies of too many tests, and runs none', async () => {
    const project = { name: 'Long', key: 'long', testingFramework: 'CucumberJS' as const, defaultBranch: 'main' };
    await createProject(caller, { ...project, gitUrl: long.path });
    const run = await finishedRun(
      caller,
      await startRun(caller, { project: 'long', environment: 'local', copies: 100 }),
    );
    expect(run).toMatchObject({
      status: 'FAIL',
      totalCount: 0,
      statusInfo: expect.stringContaining('Choose fewer of either'),
    });
  });
});
