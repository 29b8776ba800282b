import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { TestRunView, UploadAnswer } from '@assay/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPage, openTestRuns, signInAt } from '../support/browser.ts';
import { type BuiltProcess, startBuilt } from '../support/builtProcess.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/freePort.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { type RoundRobinProxy, roundRobinProxy } from '../support/roundRobinProxy.ts';
import { createEnvironment, createProject, finishedRun } from '../support/runs.ts';
import { failedCase, passedCase } from '../support/uploadResults.ts';

const webDir = join(import.meta.dirname, '../../packages/web/dist');
const framework = { testingFramework: 'Playwright', gitUrl: 'https://git.example.com/acme/shop.git' } as const;
/** A deployment stops a process; a crash kills it. */
const ways = [
  ['is stopped', 'SIGTERM'],
  ['is killed', 'SIGKILL'],
] as const;

describe('two apis that are restarted one after the other behind a load balancer', () => {
  let installation: Installation;
  let browser: Browser;
  let balancer: RoundRobinProxy;
  let ports: number[];
  const apis: BuiltProcess[] = [];
  /** Through the balancer. */
  let caller: Caller;
  let environmentId: string;
  let shop: string;
  let steady: string;

  beforeAll(async () => {
    [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
    ports = [await freePort(), await freePort()];
    balancer = await roundRobinProxy(ports.map((port) => `http://127.0.0.1:${port}`));
    await Promise.all(ports.map((_, index) => start(index)));
    caller = await signIn(balancer.url, admin);
    environmentId = await createEnvironment(caller, { key: 'ci', name: 'CI' });
    shop = await createProject(caller, { ...framework, name: 'Shop', key: 'shop' });
    steady = await createProject(caller, { ...framework, name: 'Steady', key: 'steady' });
  });
  afterAll(async () => {
    await browser.close();
    await balancer.stop();
    await Promise.all(apis.map((api) => api.stop()));
    await installation.stop();
    await installation.remove();
  });

  async function start(index: number): Promise<void> {
    const { eventStoreUrl, mongoUrl } = await installation.stores();
    const env = {
      EVENTSTORE_URL: eventStoreUrl,
      MONGODB_URL: mongoUrl,
      ASSAY_DATA_DIR: installation.dataDir,
      ASSAY_WEB_DIR: webDir,
      ASSAY_PUBLIC_URL: balancer.url,
      PORT: String(ports[index]),
    };
    const api = startBuilt('api', [], { env, ready: /^api listening on/ });
    apis[index] = api;
    await api.ready;
  }

  /** Sends a file until the service acknowledges it, always under the same key, as CI jobs do. @returns the run's id */
  async function upload(projectId: string, xml: string): Promise<string> {
    const headers = { 'idempotency-key': randomUUID() };
    const { body } = await eventually(async () => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ projectId, environmentId, branch: 'main' })) form.set(name, value);
      form.set('file', new Blob([`<testsuite name="s">${xml}</testsuite>`]), 'results.xml');
      const answer = await caller.call<UploadAnswer>('POST', '/test-runs-upload', form, headers);
      if (answer.status === 201) return answer;
      // The first try may still count as running where its process was killed.
      if (answer.status !== 409 && answer.status < 500) throw new Error(`refused: ${JSON.stringify(answer)}`);
      return null;
    });
    return body.id;
  }

  /** Uploads one file after another, whatever happens to the apis. */
  function keepUploading() {
    const acknowledged: string[] = [];
    let stopped = false;
    const uploading = (async () => {
      while (!stopped) {
        acknowledged.push(await upload(steady, passedCase(`adds ${acknowledged.length}`)));
        await finishedRun(caller, acknowledged.at(-1) ?? '');
      }
    })();
    const stop = async () => {
      stopped = true;
      await uploading;
      return acknowledged;
    };
    return { acknowledged, stop };
  }

  /** Opens the list of runs and waits until it is live. */
  async function openLive() {
    const { page, errors } = await openPage(browser);
    await signInAt(page, balancer.url);
    await openTestRuns(page);
    const connection = page.getByRole('status', { name: 'Connection' });
    await isLive(connection);
    await page.evaluate('window.isTheSame = true');
    return { page, errors, connection };
  }
  const isLive = (connection: Locator) => connection.getByText('live', { exact: true }).waitFor();

  /** Uploads results, and expects the live page to show their run. */
  async function shows(page: Page, connection: Locator): Promise<void> {
    const id = await upload(shop, failedCase('pays', 'declined'));
    const { number } = await finishedRun(caller, id);
    const runs = page.getByRole('list', { name: 'Test Runs' });
    await runs.getByRole('link', { name: `Failed Shop #${number}` }).waitFor();
    await isLive(connection);
  }

  it.each(ways)(
    'keep a page live and lose no acknowledged upload when each of them %s and started again',
    async (_, signal) => {
      const { page, errors, connection } = await openLive();
      const uploads = keepUploading();
      await shows(page, connection);
      // Starts with the process that has the socket, which then moves to the other one.
      const first = balancer.sockets.findIndex((count) => count > 0);
      for (const index of [first, 1 - first]) {
        const [api, other] = [apis[index], 1 - index];
        if (!api) throw new Error('no such api');
        expect(balancer.sockets).toEqual([Number(index === 0), Number(index === 1)]);
        process.kill(api.pid, signal);
        await api.ended;
        await eventually(() => balancer.sockets[other] === 1);
        await isLive(connection);
        await shows(page, connection);
        const before = uploads.acknowledged.length;
        await eventually(() => uploads.acknowledged.length > before);
        await start(index);
        await shows(page, connection);
      }
      const acknowledged = await uploads.stop();
      expect(await page.evaluate('window.isTheSame')).toBe(true);
      expect(errors).toEqual([]);
      await page.context().close();
      // The installation's own api was not restarted.
      const own = await signIn(installation.url, admin);
      expect(new Set(acknowledged).size).toBe(acknowledged.length);
      for (const id of acknowledged) {
        expect(await own.get<TestRunView>(`/test-runs/${id}`)).toMatchObject({ status: 'PASS', passCount: 1 });
      }
    },
  );
});
