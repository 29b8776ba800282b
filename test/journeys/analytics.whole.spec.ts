import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectView, QuarantinePreview, TestDistributionAnalysis, TestRunInfo } from '@assay/contract';
import type { Browser, Page } from 'playwright-core';
import { addAxe, findingsInEveryLook } from '../support/axe.ts';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { copiedLink, rowsOf, savedRows } from '../support/statsTab.ts';

const dayMs = 24 * 3_600_000;

/** Runs `npm run simulate` on a data folder. @returns the exit code and what was said */
async function simulate(dataDir: string, ...args: string[]): Promise<[number | null, string]> {
  const bundle = join(import.meta.dirname, '../../dist/simulate.js');
  const child = spawn(process.execPath, [bundle, ...args], { env: { ...process.env, ASSAY_DATA_DIR: dataDir } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  return [await new Promise<number | null>((resolve) => child.once('close', resolve)), output];
}

let installation: Installation;
let browser: Browser;
let page: Page;
let errors: string[];
let caller: Caller;
/** As many runs as the command says that it has written. */
let written: number;

beforeAll(async () => {
  browser = await openBrowser();
  installation = await startInstallation();
  const { dataDir } = installation;
  expect(await simulate(dataDir)).toEqual([1, expect.stringContaining('Stop it first')]);
  await installation.stop();
  expect(await simulate(dataDir, '--days', '0')).toEqual([1, expect.stringContaining('from 1 to 90')]);
  expect(await simulate(dataDir, '--account', 'nobody')).toEqual([1, expect.stringContaining("called 'nobody'")]);
  const [code, said] = await simulate(dataDir, '--days', '30');
  expect([code, said]).toEqual([0, expect.stringMatching(/\d+ runs of 30 days in 3 projects/)]);
  written = Number(/(\d+) runs of/.exec(said)?.[1]);
  expect(await simulate(dataDir)).toEqual([1, expect.stringContaining('has a simulated history already')]);
  installation = await startInstallation({ dataDir });
  caller = await signIn(installation.url, admin);
  ({ page, errors } = await openPage(browser));
  await addAxe(page);
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
});

const openTab = (name: string) => page.getByRole('tab', { name, exact: true }).click();

describe('the analytics of a simulated month', () => {
  it('count every run that was written, and are filtered, saved and opened', async () => {
    const span = {
      start: new Date(Date.now() - 40 * dayMs).toISOString(),
      end: new Date(Date.now() + dayMs).toISOString(),
    };
    // The read models are still being made of what was written.
    await eventually(async () => {
      const { all } = await caller.get<TestRunInfo>(`/test-runs/test-run-info?${new URLSearchParams(span)}`);
      return all.runs === written && all.unfinished === 0;
    });

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: 'Analytics' }).click();
    await page.getByRole('region', { name: 'Runs per day' }).waitFor();
    await page.getByRole('button', { name: 'Project', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Web shop (simulated)' }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL(/project=sim-web/);
    await page.getByRole('button', { name: 'Hide table' }).click();
    await page.waitForURL(/table=off/);
    await page.getByRole('button', { name: 'Show table' }).click();
    const table = page.getByRole('table');
    await eventually(async () => (await table.getByRole('row').count()) > 25);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect((await readFile(await download.path(), 'utf8')).trim().split('\n').length).toBeGreaterThan(25);

    await page.getByRole('link', { name: /^Open \d+ runs?$/ }).click();
    await page.waitForURL(/test-runs\?.*project=sim-web/);
    await page.getByText('Web shop (simulated)').first().waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Runs per day' }).waitFor();
  });

  it('are shown as of a week ago, like the dashboard, until somebody goes back to now', async () => {
    const at = new Date(Date.now() - 7 * dayMs).toISOString();
    const span = { start: new Date(Date.now() - 40 * dayMs).toISOString(), end: new Date().toISOString(), at };
    const { all } = await caller.get<TestRunInfo>(`/test-runs/test-run-info?${new URLSearchParams(span)}`);
    expect(all.runs).toBeGreaterThan(0);
    expect(all.runs).toBeLessThan(written);
    const future = { ...span, at: new Date(Date.now() + dayMs).toISOString() };
    await expect(caller.get(`/test-runs/test-run-info?${new URLSearchParams(future)}`)).rejects.toThrow();

    await page.goto(`${installation.url}/demo/dashboard?at=${at}`);
    const line = page.getByRole('region', { name: 'Moment of the past' });
    await line.getByText('As it stood on').waitFor();
    await line.getByTitle('An hour back').click();
    const earlier = new Date(Date.parse(at) - 3_600_000).toISOString();
    await page.waitForURL((url) => url.searchParams.get('at') === earlier);
    await line.getByRole('button', { name: 'Back to now' }).click();
    await page.waitForURL((url) => !url.searchParams.has('at'));
    await page.goto(`${installation.url}/demo/dashboard/analytics/test-runs?at=${at}`);
    await page.getByText('As it stood on').waitFor();
    await page.getByRole('region', { name: 'Runs per day' }).waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('button', { name: 'Project', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Web shop (simulated)' }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL(/project=sim-web/);
  });

  it('name what is slower and flaky, which is quarantined in its row and found by its owner', async () => {
    await openTab('Tests');
    const slower = page.getByRole('region', { name: 'Slower than usual' });
    await slower.getByText('No test has become slower in this time.').waitFor();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await slower.getByRole('link', { name: 'exports' }).first().waitFor();
    await openTab('Flaky Tests');
    await page.getByRole('button', { name: /^State of applies a voucher/ }).click();
    await page.getByRole('menuitem', { name: 'Quarantine…' }).click();
    await page.getByLabel('Reason').fill('Waits for the bank');
    await page.getByRole('combobox', { name: 'Owner' }).click();
    await page.getByRole('option', { name: 'Assay Administrator' }).click();
    await page.getByRole('button', { name: 'Quarantine test' }).click();
    await page.getByRole('button', { name: 'State of applies a voucher: Quarantined' }).waitFor();
    await page.getByRole('button', { name: 'Owner', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Me' }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL(/owner=/);
    const rows = page.getByRole('table', { name: 'Flaky tests' }).getByRole('row');
    await eventually(async () => (await rows.count()) === 2);
  });

  it('lead to what quarantine would have done in a project, where it is turned on', async () => {
    const previewOf = (days: string) =>
      caller.get<QuarantinePreview>(`/projects/${project?.id}/quarantine-preview?days=${days}`);
    const projects = await caller.get<ProjectView[]>('/projects');
    const project = projects.find(({ name }) => name === 'Web shop (simulated)');
    await page.getByRole('button', { name: 'Preview quarantine' }).click();
    await page.getByRole('menuitem', { name: 'Web shop (simulated)' }).click();
    await page.waitForURL(/\/quarantine-preview$/);
    const figures = page.getByRole('region', { name: 'With quarantine in the last 30 days' });
    const { spared, failed, quarantined } = await previewOf('30');
    expect(failed).toBeGreaterThan(0);
    expect(quarantined).toBeGreaterThan(0);
    await figures.getByText(`${spared} of ${failed}`).waitFor();
    await page.getByText('7 days', { exact: true }).click();
    await page.waitForURL(/days=7/);
    const week = await previewOf('7');
    await page.getByText(`${week.spared} of ${week.failed}`).waitFor();
    await page.getByRole('table', { name: 'Tests that would have been kept aside' }).waitFor();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Quarantine flaky tests is on.').waitFor();
    await page.getByRole('link', { name: 'Web shop (simulated)' }).click();
    await page.getByRole('checkbox', { name: 'Quarantine flaky tests' }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Quarantine flaky tests' }).isChecked()).toBe(true);
    await page.getByText(/failed runs would have passed/).waitFor();
    await page.goto(`${installation.url}/demo/dashboard/analytics/flaky-tests`);
    await page.getByRole('table', { name: 'Flaky tests' }).waitFor();
  });

  it('tell usage and distribution, and the page has no errors', async () => {
    await openTab('Usage');
    await page.getByText('Web shop (simulated)').first().waitFor();
    await openTab('Test Distribution');
    await page.getByText('exports').first().waitFor();
    expect(errors).toEqual([]);
  });

  const tabs = [
    { tab: 'test-runs', chart: 'Runs and durations by day', table: 'Runs by day', call: 'test-run-info' },
    { tab: 'tests', chart: 'Results of tests by day', table: 'Results by day', call: 'test-info' },
    { tab: 'flaky-tests', chart: 'Flaky results by day', table: 'Flaky results by day', call: 'flaky-test-info' },
    { tab: 'usage', chart: 'Tests by month', table: 'Usage by month', call: 'execution' },
    { tab: 'test-distribution', chart: null, table: 'Tests per type', call: 'test-distribution-analysis' },
  ];
  it.each(tabs)(
    'have their numbers in a table, a file and a lasting link: $tab',
    async ({ tab, chart, table, call }) => {
      const url = `${installation.url}/demo/dashboard/analytics/${tab}`;
      const isCall = (asked: URL) => asked.pathname.endsWith(`/${call}`);
      await page.route(isCall, (route) => route.fulfill({ status: 503 }));
      await page.goto(url);
      await page
        .getByRole('alert')
        .getByText(/could not be loaded/)
        .waitFor();
      await page.unroute(isCall);
      await page.getByRole('button', { name: 'Try again' }).click();
      const rows = await rowsOf(page, table);

      const saved = await savedRows(page);
      expect(saved.length).toBeGreaterThan(1);
      if (tab === 'test-runs' || tab === 'tests') {
        const span = `start=${saved[0]?.Start}&end=${saved.at(-1)?.End}`;
        const { all } = await caller.get<{ all: { runs?: number; results?: number } }>(`/test-runs/${call}?${span}`);
        const sum = saved.reduce((so, row) => so + Number(row.Runs ?? row.Results), 0);
        expect([saved.length, sum]).toEqual([rows.length, all.runs ?? all.results]);
      }

      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(await copiedLink(page));
      expect(await rowsOf(page, table)).toEqual(rows);
      expect(await findingsInEveryLook(page)).toEqual([]);
      if (chart === null) return;

      const slider = page.getByRole('slider', { name: chart });
      await slider.focus();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      const chosen = /^(.+?)(?: so far)?: (?:(\d+) runs?)?/.exec((await slider.getAttribute('aria-valuetext')) ?? '');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/demo\/test-runs\?date=/);
      // As many runs as the chart counts.
      const pages = page.getByRole('navigation', { name: 'Pages' });
      if (tab === 'test-runs') await pages.getByText(`of ${chosen?.[2]}`).waitFor();
      expect(rows.some((row) => row.startsWith(chosen?.[1] ?? 'none'))).toBe(true);
    },
  );

  it('are gone through tab by tab with the arrow keys', async () => {
    await page.goto(`${installation.url}/demo/dashboard/analytics/test-runs`);
    await page.getByRole('tab', { name: 'Test Runs' }).focus();
    for (const [tab, name] of [
      ['tests', 'Tests'],
      ['flaky-tests', 'Flaky Tests'],
      // A screen of its own, with tabs of its own.
      ['test-run-comparison', 'Test Run Comparison'],
      ['test-distribution', 'Test Distribution'],
      ['usage', 'Usage'],
    ]) {
      await page.keyboard.press('ArrowRight');
      await page.waitForURL(new RegExp(`/analytics/${tab}(\\?|$)`));
      await page.getByRole('tab', { name, exact: true, selected: true }).and(page.locator(':focus')).waitFor();
    }
    expect(errors).toEqual([]);
  });

  it('give tests the type of the first rule that fits, put in order by keyboard', async () => {
    const counts = async () => {
      const found = await caller.get<TestDistributionAnalysis>('/test-distribution-analysis');
      return [found.unitTestCount, found.integrationTestCount, found.unmatchedTestCount];
    };
    const rules = new URL('demo/settings/test-distribution-settings', `${installation.url}/`).href;
    await page.goto(rules);
    await page.getByRole('link', { name: 'Add rule' }).click();
    await page.getByRole('combobox', { name: 'Test type' }).click();
    await page.getByRole('option', { name: 'Integration' }).click();
    await page.getByRole('combobox', { name: 'Include patterns' }).fill('payments.*');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByText('payments.*').waitFor();
    await eventually(async () => (await counts()).join() === '0,3,12');
    await page.getByRole('link', { name: 'Add rule' }).click();
    await page.getByRole('button', { name: 'Add rule' }).click();
    const second = page.getByRole('button', { name: 'Move rule 1: Unit' });
    await second.focus();
    await eventually(async () => (await counts()).join() === '12,3,0');
    await page.keyboard.press('Space');
    await page.getByText('is lifted from place 2 of 2').waitFor({ state: 'attached' });
    // Arrow keys are listened to a moment after the announcement.
    await eventually(async () => {
      await page.keyboard.press('ArrowUp');
      return (await page.getByText('is above place 1 of 2').count()) > 0;
    });
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Move rule 0: Unit' }).waitFor();
    await eventually(async () => (await counts()).join() === '15,0,0');
  });
});
