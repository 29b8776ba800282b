import { type CommandAnswer, pollSeconds, retries, type TestResultsPage } from '@assay/contract';
import type { Browser, Locator, Page, Request, WebSocketRoute } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject, finishedRun, startRun } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests, steadyProject } from '../support/steadyTests.ts';

/** The service pings each 25 s of real time, and a client that hears nothing for 45 s gives the socket up. */
const withinPingMs = 20_000;
const enginePing = '2';

describe('what is read again without being told', () => {
  let repository: SteadyTests;
  let installation: Installation;
  let caller: Caller;
  let browser: Browser;
  let page: Page;
  /** Says how the page learns of changes. */
  let connection: Locator;
  let errors: string[];
  /** The reads that the browser sent, as path and query below `/api`. */
  const reads: string[] = [];
  /** Those of them that wait for their answer. */
  const waiting = new Set<Request>();
  /** How many reads of the run were answered. */
  let runAnswers = 0;
  /** How the browser's socket is at the moment; null: it is refused. */
  let socket: WebSocketRoute | 'refused' | null = 'refused';
  let runId: string;
  let testId: string;
  let planId: string;

  beforeAll(async () => {
    [repository, installation, browser] = await Promise.all([makeSteadyTests(), startInstallation(), openBrowser()]);
    caller = await signIn(installation.url, admin);
    await createProject(caller, { ...steadyProject, gitUrl: repository.path });
    await createEnvironment(caller, { name: 'QA', key: 'qa', url: '' });
    ({ id: planId } = await caller.post<CommandAnswer>('/test-plans', { name: 'Nightly', key: 'nightly' }));
    await repository.hold();
    runId = await startRun(caller, { project: steadyProject.key, environment: 'qa', runners: 1 });
    testId = await eventually(async () => {
      const { tests } = await caller.get<TestResultsPage>(`/test-runs/${runId}/results`);
      const isHeld = tests.filter(({ status }) => status === 'PASS' || status === 'IGNORED').length >= 2;
      return (isHeld && tests.find(({ status }) => status === 'PENDING')?.testId) || null;
    });

    ({ page, errors } = await openPage(browser));
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.method() !== 'GET' || !pathname.startsWith('/api/')) return;
      reads.push(pathname.slice(4) + search);
      waiting.add(request);
    });
    for (const ended of ['requestfinished', 'requestfailed'] as const) {
      // Playwright tells these two by overloads of their own.
      page.on(ended as 'requestfinished', (request) => waiting.delete(request));
    }
    page.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname === `/api/test-runs/${runId}` && request.method() === 'GET') runAnswers += 1;
    });
    await page.routeWebSocket(/\/socket\//, (route) => {
      if (socket === 'refused') {
        void route.close();
        return;
      }
      route.connectToServer();
      socket = route;
    });
    connection = page.getByRole('status', { name: 'Connection' });
    await page.clock.install();
    await signInAt(page, installation.url);
  });
  afterAll(async () => {
    await repository.letGo();
    await browser.close();
    await installation.stop();
    await installation.remove();
    await repository.remove();
  });

  /** Stops the page's clock a second from now, which a busy machine may be too late for: it asks again then. */
  const pauseClock = () =>
    eventually(async () => {
      await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000);
    });

  /**
   * Opens a screen while time passes, and stops its clock.
   * @param seconds how often the quickest of its readers reads, once all of them have begun
   */
  async function open(path: string, shows: string, seconds?: number): Promise<void> {
    await page.clock.resume();
    await page.goto(`${installation.url}/demo/${path}`);
    await page.getByRole('heading', { level: 1, name: shows }).waitFor();
    await page.waitForLoadState('networkidle');
    await pauseClock();
    // A socket that opens and says nothing counts as refused after 5 s.
    if (socket === 'refused') await page.clock.runFor(6_000);
    if (socket === 'refused' && seconds !== undefined) {
      await eventually(async () => {
        const said = await connection.textContent();
        if (said !== `polling every ${seconds} s`) await page.clock.runFor(1_000);
        expect([path, said]).toEqual([path, `polling every ${seconds} s`]);
      });
    } else await connection.getByText(socket === 'refused' ? /^polling every/ : /^live$/).waitFor();
    await settled();
  }

  /** A read of the page's own: what its timers began is on its way before it, and what came is dealt with after it. */
  const readAfterOthers = () => page.evaluate("fetch('/api/health').then((answer) => answer.text())");
  /** The time until the next read counts from the answer to the last: the clock must not go on before that is there. */
  async function settled(): Promise<void> {
    await readAfterOthers();
    await eventually(() => waiting.size === 0);
    await readAfterOthers();
  }
  const countOf = (path: RegExp) => reads.filter((read) => path.test(read)).length;
  async function pass(seconds: number): Promise<void> {
    await page.clock.runFor(seconds * 1_000);
    await settled();
  }

  /** Lets the socket live on, however fast the page's clock goes. */
  function ping(): void {
    if (socket !== null && socket !== 'refused') socket.send(enginePing);
  }

  /** Expects the reads to come at this interval, not earlier and not later. */
  async function comesEvery(seconds: number, path: RegExp): Promise<void> {
    // The first may be one that the screen began with.
    for (const _ of ['first', 'second']) {
      const before = countOf(path);
      for (let waited = 0; countOf(path) === before; waited += 1) {
        expect([path, waited]).toEqual([path, Math.min(waited, seconds - 1)]);
        await pass(1);
      }
    }
    const before = countOf(path);
    await pass(seconds - 1);
    expect([path, countOf(path)]).toEqual([path, before]);
    await pass(1);
    expect([path, countOf(path)]).toEqual([path, before + 1]);
  }

  const list = /^\/test-runs\?(?!.*status=)/;
  const run = () => new RegExp(`^/test-runs/${runId}$`);
  const results = () => new RegExp(`^/test-runs/${runId}/results\\?`);
  const test = () => new RegExp(`^/test-runs/${runId}/results/${testId}`);
  const messages = () => new RegExp(`^/test-runs/${runId}/messages`);
  const planRuns = () => new RegExp(`^/test-plans/${planId}/runs`);
  const notices = /^\/users\/me\/notices/;
  const agents = /^\/agents$/;
  const dashboard = /^\/test-runs\/recent-for-environments/;

  /** Each screen with what it reads again, and how often. */
  const screens = (): { path: string; shows: string; every: [seconds: number, path: RegExp][] }[] => [
    {
      path: 'test-runs',
      shows: 'Test Runs',
      every: [
        [pollSeconds.runListActive, list],
        [pollSeconds.notices, notices],
      ],
    },
    {
      path: `test-runs/${runId}`,
      shows: 'Steady tests',
      every: [
        [pollSeconds.runAndTests, run()],
        [pollSeconds.runAndTests, results()],
        [pollSeconds.messages, messages()],
      ],
    },
    { path: `test-runs/${runId}/tests/${testId}`, shows: '', every: [[pollSeconds.singleTest, test()]] },
    { path: `test-plans/${planId}/runs`, shows: 'Nightly', every: [[pollSeconds.testPlanRuns, planRuns()]] },
    { path: 'agents', shows: 'Agents', every: [[pollSeconds.agents, agents]] },
    { path: 'dashboard', shows: 'Dashboard', every: [[pollSeconds.dashboard, dashboard]] },
  ];

  it('comes at the documented intervals while the socket is refused', async () => {
    for (const { path, shows, every } of screens()) {
      // Each screen has the count of runs in progress as well.
      await open(path, shows, Math.min(pollSeconds.runListActive, ...every.map(([seconds]) => seconds)));
      for (const [seconds, reread] of every) await comesEvery(seconds, reread);
    }
  });

  it.each([
    ['5 s until it is there', 429, pollSeconds.runListWaiting],
    ['2 s while the service fails', 500, retries.listSeconds],
  ])('comes to the list every %s', async (_when, status, seconds) => {
    const reading = '**/api/test-runs?offset=*';
    await page.route(reading, (route) => route.fulfill({ status, json: { code: 'internal', message: 'No.' } }));
    await open('test-runs', 'Test Runs');
    await comesEvery(seconds, list);
    await page.unroute(reading);
  });

  it('does not come while the socket stands', async () => {
    socket = null;
    for (const { path, shows, every } of screens()) {
      await open(path, shows);
      const before = every.map(([, reread]) => countOf(reread));
      const longest = Math.max(...every.map(([seconds]) => seconds));
      for (let passed = 0; passed <= 2 * longest * 1_000; passed += withinPingMs) {
        ping();
        await settled();
        await page.clock.runFor(withinPingMs);
      }
      await settled();
      expect([path, every.map(([, reread]) => countOf(reread))]).toEqual([path, before]);
    }
  });

  it('comes each second after a change of status, 60 times at most', async () => {
    // The service says that it was changed, and nothing changes.
    await page.route(`**/api/test-runs/${runId}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ json: { id: runId, revision: '1', position: '' } })
        : route.fallback(),
    );
    await open(`test-runs/${runId}`, 'Steady tests');
    await page.clock.resume();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel test run' }).waitFor();
    await pauseClock();
    const before = countOf(run());
    const answered = runAnswers;
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel test run' }).click();
    const { attempts, intervalSeconds } = retries.statusChange;
    for (let read = 1; read <= attempts; read += 1) {
      // The second begins with the answer.
      await eventually(() => runAnswers - answered >= read);
      expect(countOf(run()) - before).toBe(read);
      await settled();
      ping();
      await pass(intervalSeconds);
    }
    await pass(5);
    expect(countOf(run()) - before).toBe(attempts);
  });

  it('comes to the list once a minute when no run is in progress', async () => {
    await caller.call('PATCH', `/test-runs/${runId}`, { status: 'CANCELED' });
    await finishedRun(caller, runId);
    socket = 'refused';
    await open('test-runs', 'Test Runs');
    await comesEvery(pollSeconds.runListIdle, list);
    expect(errors).toEqual([]);
  });
});
