import { readFile } from 'node:fs/promises';
import type { ProjectView, QuarantinePreview, TestRunInfo } from '@assay/contract';
import type { Page } from 'playwright-core';
import type { Caller } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import type { Installation } from '../support/installation.ts';
import { type SimulatedMonth, startSimulatedMonth } from './simulatedMonth.ts';

const dayMs = 24 * 3_600_000;

let month: SimulatedMonth;
let page: Page;
let caller: Caller;
let installation: Installation;

beforeAll(async () => {
  month = await startSimulatedMonth();
  ({ page, caller, installation } = month);
});
afterAll(() => month.stop());

const openTab = (name: string) => page.getByRole('tab', { name, exact: true }).click();

describe('the analytics of a simulated month', () => {
  it('count every run that was written, and are filtered, saved and opened', async () => {
    expect(await month.count()).toMatchObject({ runs: month.written, unfinished: 0 });
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
    expect(all.runs).toBeLessThan(month.written);
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
    await page.getByRole('button', { name: 'Quarantine applies a voucher' }).click();
    await page.getByLabel('Reason').fill('Waits for the bank');
    await page.getByRole('combobox', { name: 'Who sees to it' }).click();
    await page.getByRole('option', { name: 'Assay Administrator' }).click();
    await page.getByRole('button', { name: 'Quarantine test' }).click();
    await page.getByRole('button', { name: 'Dequarantine applies a voucher' }).waitFor();
    await page.getByRole('button', { name: 'Owner', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Assay Administrator' }).click();
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
    expect(month.errors).toEqual([]);
  });
});
