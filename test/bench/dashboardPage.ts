import type { AccountId, CommandAnswer, EnvironmentId, ProjectId, UserView } from '@assay/contract';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage, submitSignIn } from '../support/browser.ts';
import { type FirstPage, openFirstPage } from '../support/firstPage.ts';
import { admin } from '../support/installation.ts';
import type { Figure } from './figures.ts';
import { growLog } from './grownHistory.ts';
import { makeRegions, regionName, regions, runsOfRegion } from './regions.ts';
import { writeRunHistory } from './runHistory.ts';
import { median, medianAndTail } from './samples.ts';
import { openSecondAccount, type SecondAccount } from './secondAccount.ts';
import type { Workbench } from './workbench.ts';

const projects = 1_000;
const atOnce = 10;
const openings = 10;

type Opened = { cold: FirstPage[]; warm: FirstPage[] };

/** The dashboard of very many environments and projects in a real browser, beside that of a small account. */
export async function measureDashboardPage(bench: Workbench): Promise<Figure[]> {
  await makeRegions(bench);
  await makeProjects(bench);
  const small = await openSecondAccount(bench);
  await growRunsOf(bench, small);
  const browser = await openBrowser();
  try {
    const openMany = await openDashboard(browser, bench.url(), admin, regionName(regions - 1));
    const openOne = await openDashboard(browser, bench.url(), small.credentials, 'Small');
    const many: Opened = { cold: [], warm: [] };
    const one: Opened = { cold: [], warm: [] };
    for (let opening = 0; opening < openings; opening++) {
      for (const [open, opened] of [[openMany, many] as const, [openOne, one] as const]) {
        opened.cold.push(await open(false));
        opened.warm.push(await open(true));
      }
    }
    return figuresOf(many, one);
  } finally {
    await browser.close();
  }
}

function figuresOf(many: Opened, one: Opened): Figure[] {
  const floorIs = 'the same page of an account with one environment that has runs';
  const counted = (of: 'requests' | 'scriptKb', cache: keyof Opened) => ({
    measured: median(many[cache].map((page) => page[of])),
    floor: median(one[cache].map((page) => page[of])),
    floorIs,
  });
  const timed = (of: 'frameMs' | 'usableMs', cache: keyof Opened) => ({
    unit: 'ms' as const,
    measured: medianAndTail(many[cache].map((page) => page[of])),
    floor: medianAndTail(one[cache].map((page) => page[of])),
    floorIs,
  });
  const what = `the dashboard of ${regions} environments, ${runsOfRegion} runs each, and ${projects.toLocaleString('en')} projects`;
  return [
    { name: `${what}, without a cache: requests`, unit: 'x', ...counted('requests', 'cold'), aim: 16 },
    { name: '  scripts, compressed', unit: 'kB', ...counted('scriptKb', 'cold'), aim: 260 },
    { name: '  until its frame is painted', ...timed('frameMs', 'cold') },
    { name: '  until its last card is shown', ...timed('usableMs', 'cold') },
    { name: '  with a cache: requests', unit: 'x', ...counted('requests', 'warm') },
    { name: '  until its frame is painted', ...timed('frameMs', 'warm') },
    { name: '  until its last card is shown', ...timed('usableMs', 'warm'), aim: 1_000 },
  ];
}

async function makeProjects(bench: Workbench): Promise<void> {
  const { post } = await bench.caller();
  let next = 1;
  const make = async () => {
    while (next < projects) {
      const number = next++;
      await post<CommandAnswer>('/projects', {
        name: `Project ${number}`,
        key: `project-${number}`,
        gitUrl: 'https://git.example.org/bench.git',
        testingFramework: 'CucumberJS',
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, make));
}

/** As many runs in the one environment of the account as each of the others has. */
async function growRunsOf(bench: Workbench, { caller, project }: SecondAccount): Promise<void> {
  const owner = {
    accountId: caller.accountId as AccountId,
    projectId: project.projectId as ProjectId,
    environmentIds: [project.environmentId as EnvironmentId],
    userId: (await caller.get<UserView>('/users/me')).id,
  };
  await growLog(bench, `${runsOfRegion} runs of one environment`, (eventLog) =>
    writeRunHistory(eventLog, owner, { from: 1, to: runsOfRegion }),
  );
}

/** @returns what opens the dashboard of a person until this environment's card is there */
async function openDashboard(
  browser: Browser,
  url: string,
  credentials: { email: string; password: string },
  environment: string,
): Promise<(cached: boolean) => Promise<FirstPage>> {
  const { page } = await openPage(browser);
  await page.goto(url);
  await submitSignIn(page, credentials);
  await page.getByRole('heading', { name: 'Test Runs', level: 1 }).waitFor();
  const dashboard = page.url().replace(/\/test-runs.*$/, '/dashboard');
  const context = page.context();
  await page.close();
  return (cached) => openFirstPage(context, dashboard, { shows: `section[aria-label="${environment}"]`, cached });
}
