import type { AccountId, EnvironmentId, ProjectId, UserView } from '@assay/contract';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage, submitSignIn } from '../support/browser.ts';
import { admin } from '../support/installation.ts';
import type { Figure } from './figures.ts';
import { growLog } from './grownHistory.ts';
import { openPageUnderMeasure } from './pageUnderMeasure.ts';
import { makeRegions, regionName, regions, runsOfRegion } from './regions.ts';
import { writeRunHistory } from './runHistory.ts';
import { medianAndTail } from './samples.ts';
import { openSecondAccount, type SecondAccount } from './secondAccount.ts';
import type { Workbench } from './workbench.ts';

const openings = 12;

/** The dashboard of very many environments in a real browser, beside that of an account with one. */
export async function measureDashboardPage(bench: Workbench): Promise<Figure[]> {
  await makeRegions(bench);
  const small = await openSecondAccount(bench);
  await growRunsOf(bench, small);
  const browser = await openBrowser();
  try {
    const openMany = await openDashboard(browser, bench.url(), admin, regionName(regions - 1));
    const openOne = await openDashboard(browser, bench.url(), small.credentials, 'Small');
    const [many, one]: [number[], number[]] = [[], []];
    for (let opening = 0; opening <= openings; opening++) {
      const [took, bare] = [await openMany(), await openOne()];
      // The first time, the scripts come from the service.
      if (opening === 0) continue;
      many.push(took);
      one.push(bare);
    }
    return [
      {
        name: `the dashboard of ${regions} environments, ${runsOfRegion} runs each, opens until its cards are painted`,
        unit: 'ms',
        measured: medianAndTail(many),
        floor: medianAndTail(one),
        floorIs: 'the same page with one environment',
        aim: 1_000,
      },
    ];
  } finally {
    await browser.close();
  }
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

/** @returns what opens the dashboard of a person, and says the milliseconds until the environment's card is painted */
async function openDashboard(
  browser: Browser,
  url: string,
  credentials: { email: string; password: string },
  environment: string,
): Promise<() => Promise<number>> {
  const { page } = await openPage(browser);
  await page.goto(url);
  await submitSignIn(page, credentials);
  await page.getByRole('heading', { name: 'Test Runs', level: 1 }).waitFor();
  const dashboard = page.url().replace(/\/test-runs.*$/, '/dashboard');
  const context = page.context();
  await page.close();
  const { open } = await openPageUnderMeasure(context);
  return () => open(dashboard, `section[aria-label="${environment}"]`);
}
