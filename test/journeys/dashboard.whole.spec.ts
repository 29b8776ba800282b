import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandAnswer, PipelineStageId } from '@assay/contract';
import type { Browser, Page } from 'playwright-core';
import { comesToFit, openBrowser, openPage, openTestRuns, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
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

/**
 * At three metres a letter can be read with ease that is a third of a degree high: of a screen of 55 inches, a 27th of its
 * height; facts beside it at two thirds of that.
 */
const tooSmall = `(() => {
  const least = { H1: 1 / 27, H2: 1 / 45, H3: 1 / 27, P: 1 / 42 };
  return [...document.querySelectorAll('[role="dialog"] :is(h1, h2, h3, p)')]
    .filter((text) => text.textContent !== '')
    .filter((text) => parseFloat(getComputedStyle(text).fontSize) < window.innerHeight * least[text.tagName])
    .map((text) => text.textContent + ' ' + getComputedStyle(text).fontSize);
})()`;

/** What does not fit where it is shown. */
const cutOff = `[...document.querySelectorAll('[role="dialog"], [role="dialog"] *')]
  .filter((part) => part.scrollHeight > part.clientHeight + 1 && getComputedStyle(part).overflowY !== 'visible')
  .filter((part) => part.clientHeight > 0)
  .map((part) => part.className + ' ' + part.textContent)`;

describe('the dashboard', () => {
  let installation: Installation;
  let browser: Browser;
  let page: Page;
  let folder: string;
  let upload: (report: keyof typeof reports, environment?: string) => Promise<number>;
  let caller: Caller;

  beforeAll(async () => {
    [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
    caller = await signIn(installation.url, admin);
    await createEnvironment(caller, { key: 'ci', name: 'CI' });
    await createProject(caller, { key: 'shop', name: 'shop', testingFramework: 'PyTest' });
    const { key } = await caller.post<{ key: string }>('/account/api-keys', { name: 'CI', scope: 'CI' });
    folder = await mkdtemp(join(tmpdir(), 'assay-dashboard-'));
    for (const [name, report] of Object.entries(reports)) await writeFile(join(folder, `${name}.xml`), report);
    const assay = commandLine({ cwd: folder, url: installation.url, key });
    upload = async (report, environment = 'ci') => {
      const { out } = await assay(
        'upload',
        `${report}.xml`,
        '--project',
        'shop',
        '--environment',
        environment,
        '--json',
      );
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

  it('reads from three metres on a wall screen, whole and without a click, in both themes', async () => {
    const stages = ['Test', 'Acceptance', 'Production'].map(async (name, index) => {
      const { id } = await caller.post<CommandAnswer>('/pipeline-stages', { name, priority: (index + 1) * 10 });
      return [name, id as PipelineStageId] as const;
    });
    const stageIds = new Map(await Promise.all(stages));
    const environments = [
      ['Test', 'QA', 'passed'],
      ['Test', 'Nightly', 'failed'],
      ['Test', 'Browsers', null],
      ['Acceptance', 'Acceptance', 'passed'],
      ['Production', 'Europe', 'failed'],
      ['Production', 'America', 'passed'],
    ] as const;
    for (const [stage, name, report] of environments) {
      const key = name.toLowerCase();
      await createEnvironment(caller, { key, name, pipelineStageId: stageIds.get(stage) ?? null });
      if (report) await upload(report, key);
    }
    const { origin, pathname } = new URL(page.url());
    // For how long something fails is told from a minute on.
    await page.clock.setSystemTime(Date.now() + 2 * 60_000);
    await page.goto(`${origin}${pathname}`);
    await page.getByRole('button', { name: 'Wall view' }).click();
    const wall = page.getByRole('dialog', { name: 'Dashboard on a wall' });
    await wall.getByRole('heading', { name: '3 of 7 environments failing', level: 1 }).waitFor();
    await wall
      .getByRole('listitem')
      .filter({ hasText: 'Europe' })
      .getByText(/^Failing for \d+ min$/)
      .waitFor();
    for (const [width, height] of [
      [1920, 1080],
      [3840, 2160],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await comesToFit(page)).toBe(true);
        await eventually(async () => expect(await page.evaluate<string[]>(tooSmall)).toEqual([]));
        expect(await page.evaluate<string[]>(cutOff)).toEqual([]);
      }
    }
    await page.keyboard.press('Escape');
    await wall.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
