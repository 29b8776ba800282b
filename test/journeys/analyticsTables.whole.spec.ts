import type { TestDistributionAnalysis } from '@assay/contract';
import type { Page } from 'playwright-core';
import { findingsInEveryLook } from '../support/axe.ts';
import type { Caller } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import type { Installation } from '../support/installation.ts';
import { copiedLink, rowsOf, savedRows } from '../support/statsTab.ts';
import { type SimulatedMonth, startSimulatedMonth } from './simulatedMonth.ts';

let month: SimulatedMonth;
let page: Page;
let caller: Caller;
let installation: Installation;

beforeAll(async () => {
  month = await startSimulatedMonth();
  ({ page, caller, installation } = month);
});
afterAll(() => month.stop());

describe('the analytics of a simulated month', () => {
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
    expect(month.errors).toEqual([]);
  });

  it('give tests the type of the first rule that fits, put in order by keyboard', async () => {
    const counts = async () => {
      const found = await caller.get<TestDistributionAnalysis>('/test-distribution-analysis');
      return [found.unitTestCount, found.integrationTestCount, found.unmatchedTestCount];
    };
    const rules = new URL('demo/settings/test-distribution-settings', `${installation.url}/`).href;
    await page.goto(rules);
    await page.getByRole('link', { name: 'Add rule' }).click();
    await page.getByRole('combobox', { name: 'Type of its tests' }).click();
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
