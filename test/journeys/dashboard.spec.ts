import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, openTestRuns, signInAt } from '../support/browser.ts';
import { signIn } from '../support/caller.ts';
import { commandLine } from '../support/commandLine.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject } from '../support/runs.ts';

const testcase = (inside: string) =>
  `<testsuite name="s"><testcase classname="shop.Pay" name="pays" time="1">${inside}</testcase></testsuite>`;
const reports = { passed: testcase(''), failed: testcase('<failure message="card declined">at pay.js:7</failure>') };

/** Ends the last look an hour earlier, as this browser keeps it. @returns whether it had ended since `leftAt` */
const lookedAnHourAgo = (leftAt: number) => `(() => {
  const key = Object.keys(localStorage).find((name) => name.startsWith('assay.looks.dashboard.'));
  const { before, last } = JSON.parse(localStorage.getItem(key));
  if (last.at < ${leftAt}) return false;
  localStorage.setItem(key, JSON.stringify({ before, last: { ...last, at: last.at - 3_600_000 } }));
  return true;
})()`;

describe('the dashboard', () => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let folder: string;
  let upload: (report: keyof typeof reports) => Promise<number>;

  beforeAll(async () => {
    [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
    const caller = await signIn(installation.url, admin);
    await createEnvironment(caller, { key: 'ci', name: 'CI' });
    await createProject(caller, { key: 'shop', name: 'shop', testingFramework: 'PyTest' });
    const { key } = await caller.post<{ key: string }>('/account/api-keys', { name: 'CI', scope: 'CI' });
    folder = await mkdtemp(join(tmpdir(), 'assay-dashboard-'));
    for (const [name, report] of Object.entries(reports)) await writeFile(join(folder, `${name}.xml`), report);
    const assay = commandLine({ cwd: folder, url: installation.url, key });
    upload = async (report) => {
      const { out } = await assay('upload', `${report}.xml`, '--project', 'shop', '--environment', 'ci', '--json');
      return JSON.parse(out).number;
    };
    await upload('passed');
    await upload('failed');
    ({ page } = await openPage(browser));
    await signInAt(page, installation.url);
  });
  afterAll(async () => {
    await browser.close();
    await installation.stop();
    await installation.remove();
    await rm(folder, { recursive: true });
  });

  it('marks what failed since somebody looked, but not at a moment of the past', async () => {
    const dashboard = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' });
    await dashboard.click();
    const card = page.getByRole('region', { name: 'CI', exact: true });
    await card.getByText('#2', { exact: true }).waitFor();
    const leftAt = await page.evaluate<number>('Date.now()');
    await openTestRuns(page);
    // The look ends when the screen is gone.
    await eventually(async () => expect(await page.evaluate(lookedAnHourAgo(leftAt))).toBe(true));

    const number = await upload('failed');
    await dashboard.click();
    await page.getByText(/^1 of these runs failed since you looked, 1 h ago$/).waitFor();
    const failure = card.getByRole('listitem').filter({ hasText: `#${number}` });
    await failure.getByText('New', { exact: true }).waitFor();
    expect(await page.getByText('New', { exact: true }).count()).toBe(1);

    const { origin, pathname } = new URL(page.url());
    await page.goto(`${origin}${pathname}?at=${new Date().toISOString()}`);
    await failure.waitFor();
    expect(await page.getByText('New', { exact: true }).count()).toBe(0);
    expect(await page.getByText('failed since you looked').count()).toBe(0);
  });
});
