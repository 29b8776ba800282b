import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPage, openTestRuns, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { problem } from '../support/screenStates.ts';
import { savedRows } from '../support/statsTab.ts';
import { uploadResults } from '../support/uploadResults.ts';

const test = (name: string, inside = '', seconds = 0.1) =>
  `<testcase classname="shop.Cart" name="${name}" time="${seconds}">${inside}</testcase>`;
const failure = (message: string) => `<failure message="${message}"/>`;
const away = failure('no connection');

const before = [
  ...['logs in', 'pays', 'ships', 'steady', 'stops', 'wobbles'].map((name) => test(name)),
  test('slow', '', 0.5),
  test('quick', '', 3),
  test('broken', failure('no stock')),
  test('stuck', failure('no card')),
  test('mended', failure('no stock')),
  test('gone'),
];
const after = [
  ...['logs in', 'pays', 'ships'].map((name) => test(name, away)),
  test('steady'),
  test('stops', '<skipped/>'),
  test('wobbles', '<flakyFailure message="too slow"/>'),
  test('slow', '', 2.5),
  test('quick', '', 1),
  test('broken', failure('out of memory')),
  test('stuck', failure('no card')),
  test('mended'),
  test('new', failure('not written')),
];

/** What the screen has to say of each test: its group, its name, how it was and is, and the error that it has now. */
const changes = [
  ['Newly failing', 'logs in', 'Passed', 'Failed', 'no connection'],
  ['Newly failing', 'pays', 'Passed', 'Failed', 'no connection'],
  ['Newly failing', 'ships', 'Passed', 'Failed', 'no connection'],
  ['Still failing', 'broken', 'Failed', 'Failed', 'out of memory'],
  ['Still failing', 'stuck', 'Failed', 'Failed', 'no card'],
  ['Fixed', 'mended', 'Failed', 'Passed', ''],
  ['Flaky in one', 'wobbles', 'Passed', 'Flaky', ''],
  ['Not run in one', 'stops', 'Passed', 'Ignored', ''],
  ['Slower', 'slow', '500ms', '2.5s', ''],
  ['Faster', 'quick', '3.0s', '1.0s', ''],
  ['Added', 'new', 'Not', 'Failed', 'not written'],
  ['Removed', 'gone', 'Passed', 'Not', ''],
];

const groups = [...new Set(changes.map(([of]) => of as string))];

let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];
let ids: string[];
let elsewhere: string;

beforeAll(async () => {
  [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
  caller = await signIn(installation.url, admin);
  const project = { testingFramework: 'Cypress', testingFrameworkVersion: '13.6' } as const;
  const shop = await createProject(caller, { ...project, key: 'shop', name: 'Shop' });
  const depot = await createProject(caller, { ...project, key: 'depot', name: 'Depot' });
  const staging = await createEnvironment(caller, { key: 'staging', name: 'Staging' });
  const live = await createEnvironment(caller, { key: 'live', name: 'Live' });
  const first = await uploadResults(caller, { projectId: shop, environmentId: staging, branch: 'main' }, ...before);
  await caller.call('PUT', `/projects/${shop}`, { testingFramework: 'Playwright', testingFrameworkVersion: null });
  const second = await uploadResults(caller, { projectId: shop, environmentId: live, branch: 'release' }, ...after);
  ids = [first, second];
  elsewhere = await uploadResults(caller, { projectId: depot, environmentId: live, branch: 'main' }, test('packs'));
  ({ page, errors } = await openPage(browser));
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const group = (name: string) => page.getByRole('region', { name, exact: true });
const query = () => page.getByRole('textbox', { name: 'Filter tests by a query' });
const search = () => new URL(page.url()).searchParams;
const openComparison = (of: string) =>
  page.goto(`${installation.url}/demo/dashboard/analytics/test-run-comparison?${of}`);

/** @returns how a test was and is, as its row says it: an outcome, a duration, or that it is not in the run */
async function sidesOf(row: Locator): Promise<string[]> {
  const marks = row.getByLabel(/ in #\d+$/);
  const said = await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('aria-label') ?? ''));
  return said.map((label) => label.replace(/^.*: /, '').replace(/ in #\d+$/, ''));
}

/** @returns what each row of a group says, which is opened if it is not */
async function shownIn(name: string): Promise<string[][]> {
  await group(name).waitFor();
  const closed = group(name).getByRole('button', { name: new RegExp(`^${name}`), expanded: false });
  if ((await closed.count()) > 0) await closed.click();
  const rows = group(name).getByRole('listitem');
  await rows.first().waitFor();
  const found: string[][] = [];
  for (const row of await rows.all()) {
    const test = (await row.locator('[data-row]').getAttribute('href')) ?? '';
    expect(test).toMatch(/\/test-runs\/[^/]+\/tests\//);
    const [link = ''] = await row.locator('[data-row]').allInnerTexts();
    const [error = ''] = await row.locator('code').allInnerTexts();
    found.push([name, link.split('\n')[0] ?? '', ...(await sidesOf(row)), error]);
  }
  return found;
}

async function shownInAll(): Promise<string[][]> {
  const shown: string[][] = [];
  for (const name of groups) shown.push(...(await shownIn(name)));
  return shown;
}

describe('the comparison of two runs', () => {
  it('is opened by picking them in the list, and puts each test into the table of what became of it', async () => {
    await openTestRuns(page);
    for (const number of [1, 2]) {
      await page.getByRole('link', { name: `Failed Shop #${number}` }).hover();
      await page.getByRole('button', { name: `Add to Test Comparison: Shop #${number}` }).click();
    }
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.waitForURL(/test-run-comparison\?/);
    expect(search().get('test_run_ids')).toBe(ids.join());
    // One row stands for those that fail of one error.
    expect(await shownInAll()).toEqual(changes.filter(([, name]) => name !== 'pays' && name !== 'ships'));
    await group('Newly failing').getByText('one error explains 3').waitFor();
    const still = (name: string) => group('Still failing').getByRole('listitem').filter({ hasText: name });
    await still('broken').getByText('other error').waitFor();
    await still('stuck').getByText('same error').waitFor();
    await group('Slower').getByText('+2.0s', { exact: true }).waitFor();
    await group('Faster').getByText('−2.0s', { exact: true }).waitFor();
    await page.getByText('1 unchanged', { exact: true }).waitFor();
  });

  it('says in what the runs differ by name, and warns of durations', async () => {
    for (const difference of [
      'environment: Staging → Live',
      'branch: main → release',
      'framework: Cypress 13.6 → Playwright',
      'Environments differ: compare durations with care',
    ]) {
      await page.getByText(difference, { exact: true }).waitFor();
    }
  });

  it('is saved as a file that says what the tables say, with every test that one row stands for', async () => {
    const words: Record<string, string> = {
      PASS: 'Passed',
      FAIL: 'Failed',
      'PASS (flaky)': 'Flaky',
      IGNORED: 'Ignored',
      '': 'Not',
    };
    const took = (seconds: number) => (seconds < 1 ? `${seconds * 1000}ms` : `${seconds.toFixed(1)}s`);
    const saved = async () =>
      (await savedRows(page, 'Export')).map((row) => {
        const side = (run: string) =>
          ['Slower', 'Faster'].includes(row.Change ?? '')
            ? took(Number(row[`${run} seconds`]))
            : words[row[`${run} status`] ?? 'none'];
        return [row.Change, row.Test, side('#1'), side('#2'), row['#2 error']];
      });
    const rest = (await shownInAll()).filter(([of]) => of !== 'Newly failing');
    await button('2 more with this error').click();
    await page.waitForURL(/problem=/);
    await button('Show all newly failing').waitFor();
    const failing = await shownIn('Newly failing');
    expect(failing).toHaveLength(3);
    expect(await saved()).toEqual([...failing, ...rest]);
    await button('Show all newly failing').click();
    await button('Show all groups').click();
    await query().fill('name = slow or name = pays');
    await page.keyboard.press('Enter');
    await button('1 newly failing').waitFor();
    expect(await saved()).toEqual([...(await shownIn('Newly failing')), ...(await shownIn('Slower'))]);
    await query().fill('');
    await page.keyboard.press('Enter');
    await button('3 newly failing').waitFor();
  });

  it('is told the other way round when the runs are swapped, which the address keeps', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Swap the runs' }).click();
    await page.waitForURL((url) => url.searchParams.get('test_run_ids') === ids.toReversed().join());
    await page.reload();
    await page.getByText('environment: Live → Staging', { exact: true }).waitFor();
    await page.getByText('framework: Playwright → Cypress 13.6', { exact: true }).waitFor();
    const other: Record<string, string> = { Slower: 'Faster', Faster: 'Slower', Added: 'Removed', Removed: 'Added' };
    for (const name of ['Flaky in one', 'Not run in one', 'Slower', 'Faster', 'Added', 'Removed']) {
      const turned = changes.filter(([of]) => of === (other[name] ?? name)).map(([, test, was, is]) => [test, is, was]);
      expect((await shownIn(name)).map(([, ...test]) => test.slice(0, 3))).toEqual(turned);
    }
    expect((await shownIn('Fixed')).map(([, test]) => test)).toEqual(['logs in', 'pays', 'ships']);
    expect(await shownIn('Newly failing')).toEqual([['Newly failing', 'mended', 'Passed', 'Failed', 'no stock']]);
  });

  it('says where a query is wrong, and leaves what was shown', async () => {
    await openComparison(`test_run_ids=${ids}`);
    await button('3 newly failing').waitFor();
    await query().fill('flaky und');
    await page.keyboard.press('Enter');
    await page.getByText('Expected =, !=, and, or, order by or limit at character 7, found "und"').waitFor();
    const marked = () =>
      query().evaluate((field) => [Reflect.get(field, 'selectionStart'), Reflect.get(field, 'selectionEnd')]);
    expect(await marked()).toEqual([6, 9]);
    expect(search().has('tql')).toBe(false);
    await button('3 newly failing').waitFor();
    await page.keyboard.type('or name = mended');
    await page.keyboard.press('Enter');
    await button('1 flaky in one').waitFor();
    await button('1 fixed').waitFor();
    expect(search().get('tql')).toBe('flaky or name = mended');
  });

  it('says where the query of its address is wrong', async () => {
    await openComparison(`test_run_ids=${ids}&tql=status+fail`);
    await page.getByText('Expected not in, in, = or != at character 8, found "fail"').waitFor();
    await query().fill('status = fail');
    await page.keyboard.press('Enter');
    await button('3 newly failing').waitFor();
    await group('Fixed').waitFor();
    expect(await group('Slower').count()).toBe(0);
  });

  it('has tests that lead to what became of them in either run', async () => {
    const mended = group('Fixed').getByRole('listitem').filter({ hasText: 'mended' });
    for (const [number, was] of [
      ['1', 'Failed'],
      ['2', 'Passed'],
    ]) {
      await mended.getByRole('link', { name: `${was} in #${number}` }).click();
      await page.waitForURL(new RegExp(`/test-runs/${ids[Number(number) - 1]}/tests/`));
      await page.goBack();
      await group('Fixed').waitFor();
    }
  });

  it('that could not be made says so, and is made when it is asked for again', async () => {
    const isCall = (asked: URL) => asked.pathname === '/api/test-runs/comparison';
    await page.route(isCall, (route) => route.fulfill({ status: 500, json: problem }));
    await openComparison(`test_run_ids=${ids}`);
    const notice = page.getByRole('alert').filter({ hasText: 'The runs could not be compared' });
    await notice.getByText(problem.message).waitFor();
    await page.unroute(isCall);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await button('3 newly failing').waitFor();
    await notice.waitFor({ state: 'detached' });
  });

  it.each([
    ['no runs', () => '', 'Please select two test runs for comparison'],
    ['one run', () => `test_run_ids=${ids[0]}`, 'Please select two test runs for comparison'],
    ['a run and itself', () => `test_run_ids=${ids[0]},${ids[0]}`, 'Please select two test runs for comparison'],
    ['runs of two projects', () => `test_run_ids=${ids[0]},${elsewhere}`, 'Test runs are from different projects'],
    ['no test', () => `test_run_ids=${ids}&tql=name+%3D+none`, 'No tests to compare'],
  ])('of %s says so', async (_of, address, message) => {
    await openComparison(address());
    await page.getByText(message, { exact: true }).waitFor();
    for (const name of groups) expect(await group(name).count()).toBe(0);
  });

  it('has its tests again when the query that none matched is cleared', async () => {
    await button('Clear Filters').click();
    await button('3 newly failing').waitFor();
    expect(errors).toEqual([]);
  });
});
