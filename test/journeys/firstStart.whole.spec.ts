import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestRunPage, TestRunView } from '@assay/contract';
import { MongoClient } from 'mongodb';
import type { Browser, Page } from 'playwright-core';
import { heldRun, prepareSteadyRuns } from '../faults/steadyRuns.ts';
import { openBrowser, openPage, submitSignIn } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { localAgentToken } from '../support/localAgentToken.ts';
import { resultsOf } from '../support/runs.ts';
import { makeSteadyTests } from '../support/steadyTests.ts';
import { sampleTests } from './sampleTests.ts';

let installation: Installation;
let browser: Browser;
let page: Page;
let errors: string[];
let credentials: { email: string; password: string };
let caller: Caller;

beforeAll(async () => {
  installation = await startInstallation({ demo: true, env: { ASSAY_ADMIN_EMAIL: '', ASSAY_ADMIN_PASSWORD: '' } });
  browser = await openBrowser();
  ({ page, errors } = await openPage(browser));
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
});

/** State of the page that a reload would lose. */
const mark = (on: Page) => on.evaluate(() => Object.assign(globalThis, { marked: true }));
const isMarked = (on: Page) => on.evaluate(() => 'marked' in globalThis);

async function sampleRun(key: string): Promise<TestRunView> {
  const { testRuns } = await caller.get<TestRunPage>('/test-runs?offset=0&limit=10');
  const run = testRuns.find(({ project }) => project.key === key);
  if (!run) throw new Error(`no run of ${key}`);
  return run;
}

describe('a first start', () => {
  it('shows its progress, its address and how to sign in', () => {
    const said = installation.lines.join('\n');
    for (const part of ['Event store and document store', 'Api', 'Projector', 'Automation', 'Agent']) {
      expect(said).toMatch(new RegExp(`^${part} (is|are) up \\(\\d+\\.\\d s\\)$`, 'm'));
    }
    const [, email, password] = /^Sign in as (\S+) with the password (\S+)$/m.exec(said) ?? [];
    // The specs' installations isolate no tests.
    expect(said).toContain('so its agent runs tests of the first account only');
    expect(installation.lines.at(-1)).toBe(`Assay is ready at ${installation.url}`);
    if (!email || !password) throw new Error('it does not say how to sign in');
    credentials = { email, password };
  });

  it('keeps its stores, files and secrets to itself', async () => {
    const { dataDir } = installation;
    const { mongoUrl, pids } = JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8')) as {
      mongoUrl: string;
      pids: Record<string, number>;
    };
    for (const name of ['eventstore', 'mongo', 'keys', 'master.key']) {
      expect({ name, others: (await stat(join(dataDir, name))).mode & 0o077 }).toEqual({ name, others: 0 });
    }
    const { password, port } = new URL(mongoUrl);
    expect(password).not.toBe('');
    const secrets = [
      password,
      await localAgentToken(dataDir),
      (await readFile(join(dataDir, 'master.key'), 'utf8')).trim(),
    ];
    for (const pid of Object.values(pids)) {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
      for (const secret of secrets) expect(environment).not.toContain(secret);
    }
    // Tests may have users of their own, and the samples are everybody's.
    const open = ['agent', 'demo-repositories'];
    const own = (await readdir(dataDir, { withFileTypes: true })).filter(({ name }) => !open.includes(name));
    const below = (folder: string) => readdir(folder, { recursive: true, withFileTypes: true });
    const folders = own.filter((one) => one.isDirectory()).map(({ name }) => join(dataDir, name));
    // One may go while it is read.
    const inFolders = await eventually(() => Promise.all(folders.map(below)));
    const inside = [...own, ...inFolders.flat()].map(({ parentPath, name }) => join(parentPath, name));
    // Some files are only there for a moment.
    const found = await Promise.all(inside.map((path) => stat(path).catch(() => null)));
    expect(found.filter((each) => each?.isFile()).length).toBeGreaterThan(10);
    expect(inside.filter((_, index) => ((found[index]?.mode ?? 0) & 0o077) !== 0)).toEqual([]);
    const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
    await expect(client.db('assay_ops').collection('sessions').findOne()).rejects.toThrow(/auth/i);
    await client.close();
  });

  it('refuses a wrong password, and opens the test runs with the right one', async () => {
    await page.goto(installation.url);
    await submitSignIn(page, { ...credentials, password: 'not this one' });
    await page.getByRole('alert').getByText('Invalid email or password').waitFor();
    expect(page.url()).toMatch(/\/login$/);
    await submitSignIn(page, credentials);
    await page.waitForURL(/\/demo\/test-runs$/);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Test Runs');
    await page.getByRole('status', { name: 'Connection' }).getByText('live', { exact: true }).waitFor();
  });

  it('has started a run of each sample, and the list follows them to their verdicts', async () => {
    await mark(page);
    const list = page.getByRole('list', { name: 'Test Runs' });
    for (const { project } of Object.values(sampleTests)) {
      await list.getByRole('link', { name: new RegExp(` ${project} #1$`) }).waitFor();
    }
    for (const { project } of Object.values(sampleTests)) {
      await list.getByRole('link', { name: `Failed ${project} #1` }).waitFor();
    }
    expect(await isMarked(page)).toBe(true);
  });

  it.each(Object.entries(sampleTests))('shows the known results of %s', async (key, known) => {
    caller = await signIn(installation.url, credentials);
    const run = await sampleRun(key);
    const tests = await resultsOf(caller, run.id);
    expect(tests).toHaveLength(known.total);
    for (const { name, status } of tests) {
      if (known.failing.test(name)) expect({ name, status }).toEqual({ name, status: 'FAIL' });
      else if (!known.undecided.test(name)) expect({ name, status }).not.toEqual({ name, status: 'FAIL' });
    }
    const count = (wanted: string) => tests.filter(({ status }) => status === wanted).length;
    expect(count('IGNORED')).toBe(1);
    expect(count('PASS') + count('FAIL')).toBe(known.total - 1);
    expect(run).toMatchObject({
      testCount: known.total,
      passCount: count('PASS'),
      failCount: count('FAIL'),
      ignoredCount: 1,
      notRunCount: 0,
      runningCount: 0,
      remainingTests: 0,
      flakyCount: tests.filter(({ flaky }) => flaky).length,
    });
    const row = page.getByRole('listitem').filter({ hasText: `${known.project} #1` });
    await row.filter({ hasText: `${count('FAIL')} failed · ${count('PASS')} passed` }).waitFor();
  });
});

describe('a run', () => {
  it('is watched live, test by test, in two browsers at once', async () => {
    const repository = await makeSteadyTests();
    await prepareSteadyRuns(caller, repository);
    // Held with some tests running and some pending until both browsers have seen it.
    const id = await heldRun(caller, repository);
    const second = await openPage(browser);
    await second.page.goto(installation.url);
    await submitSignIn(second.page, credentials);
    await second.page.waitForURL(/\/demo\/test-runs$/);
    const watching = [page, second.page].map((on) => ({ on, tree: on.getByRole('tree', { name: 'Tests' }) }));

    await Promise.all(
      watching.map(async ({ on, tree }) => {
        await on.goto(`${installation.url}/demo/test-runs/${id}`);
        await mark(on);
        await tree
          .getByRole('treeitem', { name: /^Pending /, level: 2 })
          .first()
          .waitFor();
        await tree
          .getByRole('treeitem', { name: /^Running / })
          .first()
          .waitFor();
      }),
    );
    await repository.letGo();
    const seen = await Promise.all(
      watching.map(async ({ on, tree }) => {
        await on.getByRole('heading', { name: 'Failed Steady tests #1', level: 1 }).waitFor();
        await on.getByRole('button', { name: '1 ignored' }).first().waitFor();
        // The rows are read apart from the heading.
        await eventually(async () => (await tree.getByRole('treeitem', { name: /^(Running|Pending) / }).count()) === 0);
        expect(await isMarked(on)).toBe(true);
        return tree.getByRole('treeitem').evaluateAll((rows) => rows.map((row) => row.textContent));
      }),
    );
    // Twelve tests in four files.
    expect(seen[0]).toHaveLength(16);
    expect(seen[1]).toEqual(seen[0]);
    expect(second.errors).toEqual([]);
    await second.page.context().close();
    await repository.remove();
  });

  it('shows the error, stack trace and screenshot of a failed test, even after a reload', async () => {
    const run = await sampleRun('playwright-shop');
    await page.goto(`${installation.url}/demo/test-runs/${run.id}`);
    await page.getByRole('treeitem', { name: /^Failed .*takes ten percent off with a voucher/ }).click();
    await page.getByRole('link', { name: 'Open the test on its own page' }).click();
    await page.waitForURL(/\/tests\//);
    for (const again of [false, true]) {
      if (again) await page.reload();
      const test = page.getByRole('article', { name: /takes ten percent off with a voucher/ });
      await test.getByRole('region', { name: 'Error' }).getByText('Expected: "22.41 €"').waitFor();
      await test
        .getByRole('region', { name: 'Stack trace' })
        .getByText(/tests\/cart\.spec\.ts:\d+:\d+/)
        .first()
        .waitFor();
      await test.getByRole('tab', { name: /Screenshots 2/ }).click();
      const picture = test.getByRole('img', { name: /test-failed-1\.png/ });
      await picture.waitFor();
      const width = await eventually(() =>
        picture.evaluate((image) => ('naturalWidth' in image ? Number(image.naturalWidth) : 0)),
      );
      expect(width).toBe(900);
      await test.getByRole('tab', { name: 'Console' }).click();
    }
    expect(errors).toEqual([]);
  });
});
