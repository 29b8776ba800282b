import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { makeOneOfEach } from '../support/oneOfEach.ts';
import { doors, screensOfSettings, screensOfStaff, screensOfTests } from '../support/screens.ts';
import { makeSteadyTests } from '../support/steadyTests.ts';
import { makeBusyTeam } from './busyTeam.ts';
import { openCamera } from './camera.ts';
import { finishedSamples } from './finishedSamples.ts';

const usage = `Usage: npm run screenshots [-- --all FOLDER]
Takes the pictures of the README, in docs/images, from an installation of its own with the sample projects.
--all FOLDER  takes every screen instead, in light and dark, wide and narrow, and puts them in this folder`;

const images = join(import.meta.dirname, '../../docs/images');

/** The pictures of the README. */
async function takeReadme(installation: Installation, browser: Browser): Promise<void> {
  const caller = await signIn(installation.url, admin);
  const { playwright } = await finishedSamples(caller);
  await makeBusyTeam(caller);
  const camera = await openCamera(browser, installation.url, { width: 1280, height: 860, theme: 'light' });
  const run = `test-runs/${playwright.id}`;
  await camera.take('dashboard', join(images, 'dashboard.png'));
  await camera.take('test-runs', join(images, 'test-runs.png'));
  await camera.take(`${run}?test=${playwright.failedTestId}`, join(images, 'test-run.png'));
  await camera.take(`${run}/replay`, join(images, 'replay.png'), async (page) => {
    const next = page.getByRole('button', { name: 'Next marker' });
    for (let marker = 0; marker < 3; marker += 1) await next.click();
  });
}

/** Every screen, for a look at all of them. */
async function takeAll(installation: Installation, browser: Browser, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const caller = await signIn(installation.url, admin);
  await finishedSamples(caller);
  const repository = await makeSteadyTests();
  try {
    const things = await makeOneOfEach(caller, repository);
    await makeBusyTeam(caller);
    for (const theme of ['light', 'dark'] as const) {
      for (const [width, height] of [[1280, 900] as const, [390, 844] as const]) {
        const frame = { width, height, theme };
        const fileOf = (path: string) => {
          const name = path.replace(/[0-9a-f-]{36}/g, 'one').replace(/[/?]/g, '_');
          return join(folder, `${name}.${theme}.${width}.png`);
        };
        const outside = await openCamera(browser, installation.url, { ...frame, as: 'guest' });
        for (const path of doors) await outside.take(path, fileOf(path));
        const inside = await openCamera(browser, installation.url, frame);
        const screens = [...screensOfTests(things), ...screensOfSettings(things), ...screensOfStaff(things)];
        for (const path of screens) await inside.take(path, fileOf(path));
      }
    }
  } finally {
    await repository.remove();
  }
}

const { values } = parseArgs({ options: { all: { type: 'string' }, help: { type: 'boolean' } } });
if (values.help) {
  console.log(usage);
} else {
  const [installation, browser] = await Promise.all([
    startInstallation({ demo: true, env: { ASSAY_REGISTRATION: 'open' } }),
    openBrowser(),
  ]);
  try {
    if (values.all) await takeAll(installation, browser, values.all);
    else await takeReadme(installation, browser);
  } finally {
    await browser.close();
    await installation.stop();
    await installation.remove();
  }
}
