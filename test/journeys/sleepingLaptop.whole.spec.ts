import type { Browser, Locator, Page, WebSocketRoute } from 'playwright-core';
import { openBrowser, openPage, openTestRuns, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { failedCase, passedCase, uploadResults } from '../support/uploadResults.ts';

const gitUrl = 'https://git.example.com/acme/shop.git';
const shop = { name: 'Shop', key: 'shop', testingFramework: 'Playwright' as const, gitUrl };
const hourMs = 3_600_000;

describe('a laptop that sleeps for an hour', () => {
  let installation: Installation;
  let caller: Caller;
  let browser: Browser;
  let fields: { projectId: string; environmentId: string; branch: string };

  beforeAll(async () => {
    [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
    caller = await signIn(installation.url, admin);
    const environmentId = await createEnvironment(caller, { key: 'ci', name: 'CI' });
    fields = { projectId: await createProject(caller, shop), environmentId, branch: 'main' };
    await uploadResults(caller, fields, passedCase('adds'));
  });
  afterAll(async () => {
    await browser.close();
    await installation.stop();
    await installation.remove();
  });

  const run = (page: Page, name: string): Locator =>
    page.getByRole('list', { name: 'Test Runs' }).getByRole('link', { name });

  type Live = Awaited<ReturnType<typeof openLive>>;

  /** Opens the list of runs, live, in a browser whose clock is the test's. */
  async function openLive() {
    const { page, errors } = await openPage(browser);
    const sockets: WebSocketRoute[] = [];
    const state = { asleep: false };
    await page.routeWebSocket(/\/socket\//, (route) => {
      const server = route.connectToServer();
      const isDead = () => state.asleep && route === sockets[0];
      sockets.push(route);
      // A dead connection: what is sent is lost in both directions, and neither end notices.
      route.onMessage((message) => !isDead() && server.send(message));
      server.onMessage((message) => !isDead() && route.send(message));
    });
    await page.clock.install();
    await signInAt(page, installation.url);
    await openTestRuns(page);
    const connection = page.getByRole('status', { name: 'Connection' });
    await connection.getByText('live', { exact: true }).waitFor();
    await page.evaluate('window.isTheSame = true');
    return { page, errors, connection, sockets, state };
  }

  /** Expects the page to show the run that it missed, and another by its new socket. */
  async function isLiveAgain({ page, errors, connection, sockets }: Live, missed: number): Promise<void> {
    await run(page, `Failed Shop #${missed}`).waitFor();
    await connection.getByText('live', { exact: true }).waitFor();
    expect(sockets.length).toBeGreaterThan(1);
    await uploadResults(caller, fields, passedCase('adds'));
    await run(page, `Passed Shop #${missed + 1}`).waitFor();
    expect(await page.evaluate('window.isTheSame')).toBe(true);
    expect(errors).toEqual([]);
    await page.context().close();
  }
  const nextNumber = async () => (await caller.get<{ total: number }>('/test-runs')).total + 1;

  it('is live when it wakes, and shows what happened meanwhile', async () => {
    const live = await openLive();
    const { page, state } = live;
    const missed = await nextNumber();
    state.asleep = true;
    await page.context().setOffline(true);
    await uploadResults(caller, fields, failedCase('pays', 'declined'));
    await page.clock.fastForward(hourMs);
    expect(await run(page, `Failed Shop #${missed}`).count()).toBe(0);
    state.asleep = false;
    await page.context().setOffline(false);
    await isLiveAgain(live, missed);
  });

  it('is live when it wakes where neither the network nor timers told of the sleep', async () => {
    const live = await openLive();
    const { page, state } = live;
    const missed = await nextNumber();
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000);
    state.asleep = true;
    await uploadResults(caller, fields, failedCase('pays', 'declined'));
    // Only the clock of the day goes on.
    await page.clock.setSystemTime((await page.evaluate<number>('Date.now()')) + hourMs);
    expect(await run(page, `Failed Shop #${missed}`).count()).toBe(0);
    // Far less than the socket waits for a sign of life.
    await page.clock.runFor(6_000);
    await page.clock.resume();
    await isLiveAgain(live, missed);
  });
});
