import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { comesToFit, openBrowser, openPage, openTestRuns, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { cli, commandLine, type Ended } from '../support/commandLine.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/freePort.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { laidOutTexts } from '../support/laidOutTexts.ts';
import type { Repository } from '../support/makeRepository.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { makeNodeTests, nodeProject } from './nodeTests.ts';

const passed = '<testsuite name="s"><testcase classname="shop.Cart" name="adds" time="0.5"/></testsuite>';
const failed =
  '<testsuite name="s"><testcase classname="shop.Pay" name="pays" time="1"><failure message="card declined">at pay.js:7</failure></testcase></testsuite>';

let repository: Repository;
let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let folder: string;
let key: string;

beforeAll(async () => {
  [repository, installation, browser] = await Promise.all([makeNodeTests(), startInstallation(), openBrowser()]);
  caller = await signIn(installation.url, admin);
  ({ page } = await openPage(browser));
  await signInAt(page, installation.url);
  await createEnvironment(caller, { key: 'ci', name: 'CI' });
  await createProject(caller, nodeProject('shop', repository));
  folder = await mkdtemp(join(tmpdir(), 'assay-uploads-'));
  await mkdir(join(folder, 'reports'));
  await writeFile(join(folder, 'reports/passed.xml'), passed);
  await writeFile(join(folder, 'reports/failed.xml'), failed);
  await writeFile(join(folder, 'notes.txt'), 'PASS src/cart.test.js');
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await repository.remove();
  await rm(folder, { recursive: true });
});

/** Runs the built command line in the folder of the reports. */
function assay(args: string[], settings: { url?: string; key?: string } = {}): Promise<Ended> {
  return commandLine({ cwd: folder, url: installation.url, key, ...settings })(...args);
}
const shop = ['--project', 'shop', '--environment', 'ci'];

async function openForm(): Promise<void> {
  await openTestRuns(page);
  await page.getByRole('button', { name: 'Upload Test Run' }).first().click();
  await page.getByLabel('Results').waitFor({ state: 'attached' });
}

describe('uploading results', () => {
  it('in the browser: the files become a run, which opens with its failures', async () => {
    await openForm();
    await page
      .getByLabel('Results')
      .setInputFiles([join(folder, 'reports/passed.xml'), join(folder, 'reports/failed.xml')]);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.waitForURL(/\/test-runs\/[^/?]+/);
    await page.getByText('Uploaded').first().waitFor();
    await page.getByText('pays').first().click();
    await page.getByText('card declined').first().waitFor();
  });

  it('in the browser: anything but JUnit XML is refused with the documented text, and leaves no run', async () => {
    const before = await caller.get<{ total: number }>('/test-runs');
    await openForm();
    await page.getByLabel('Results').setInputFiles([join(folder, 'notes.txt')]);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText("We weren't able to read this test file.").waitFor();
    await page.getByText('Please confirm that it is in the valid junit xml format').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('File upload failed. Please make sure your test results are in JUnit.xml format.').waitFor();
    await page.getByText('Test run upload failed').waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    expect((await caller.get<{ total: number }>('/test-runs')).total).toBe(before.total);
  });

  it('needs an API key on the command line, which an administrator finds in the settings', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Integrations' }).click();
    await page.getByRole('button', { name: 'Make a key' }).click();
    key = ((await page.getByText(/^assay_/).textContent()) ?? '').trim();
    expect(key).toMatch(/^assay_/);
    await page.reload();
    await page.getByText(key.slice(-4)).waitFor();
    expect(await page.content()).not.toContain(key);
  });

  it('on the command line ends with the verdict, counts, failures and a link', async () => {
    const green = await assay(['upload', 'reports/passed.xml', ...shop, '--commit', 'abc']);
    expect(green).toMatchObject({ code: 0, out: expect.stringMatching(/Passed\. 1 test: 1 passed/) });
    const red = await assay(['upload', 'reports/*.xml', ...shop]);
    expect(red).toMatchObject({ code: 1, out: expect.stringContaining('shop.Pay › pays') });
    const [link = ''] = /http\S+/.exec(red.out) ?? [];
    await page.goto(link);
    await page.getByText('pays').first().waitFor();
    expect((await assay(['upload', 'reports/*.xml', ...shop, '--allow-failure'])).code).toBe(0);
  });

  it('on the command line fails a run whose command failed without a failed test', async () => {
    const passed = ['upload', 'reports/passed.xml', ...shop, '--exit-code'];
    expect((await assay([...passed, '0'])).code).toBe(0);
    expect(await assay([...passed, '2'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('The command ended with exit code 2, but no test in its reports failed.'),
    });
    expect((await assay([...passed, 'two'])).code).toBe(3);
  });

  it('on the command line names test files by the folder it is started in where JSON has whole paths, or by --root', async () => {
    const at = { title: 'pays', fullTitle: 'cart pays', file: join(folder, 'web/test/cart.spec.js') };
    const stats = { suites: 1, tests: 1, passes: 0, pending: 0, failures: 1 };
    await writeFile(
      join(folder, 'mocha.json'),
      JSON.stringify({ stats, tests: [{ ...at, duration: 1, currentRetry: 0, err: { message: 'card declined' } }] }),
    );
    const fileOf = async (...root: string[]) => {
      const { out } = await assay(['upload', 'mocha.json', ...shop, '--json', ...root]);
      return JSON.parse(out).failedTests[0].file;
    };
    expect(await fileOf()).toBe('web/test/cart.spec.js');
    expect(await fileOf('--root', 'web')).toBe('test/cart.spec.js');
  });

  it('on the command line has a code of its own where every test was skipped', async () => {
    const skipped =
      '<testsuite name="s"><testcase classname="shop.Cart" name="later"><skipped/></testcase></testsuite>';
    await writeFile(join(folder, 'skipped.xml'), skipped);
    expect(await assay(['upload', 'skipped.xml', ...shop])).toMatchObject({
      code: 7,
      out: expect.stringContaining('Inconclusive. 1 test: 1 ignored. Only skipped or quarantined tests ran.'),
    });
  });

  it('on the command line finds failures wherever they are, names ten and counts the others', async () => {
    const cases = Array.from({ length: 10_040 }, (_, n) => {
      const name = `name="t${n}" classname="Suite" file="f${String(n).padStart(5, '0')}.js"`;
      return n < 10_000 ? `<testcase ${name}/>` : `<testcase ${name}><failure message="no"/></testcase>`;
    });
    await writeFile(join(folder, 'many.xml'), `<testsuite name="many">${cases.join('')}</testsuite>`);
    const { out } = await assay(['upload', 'many.xml', ...shop]);
    expect(out).toContain('Failed. 10,040 tests: 10,000 passed, 40 failed');
    expect(out.match(/✗/g)).toHaveLength(10);
    expect(out).toMatch(/✗ f10000\.js › .*t10000.*… and 30 more/s);
  });

  it('open the gate of their commit by what they show, and never without evidence', async () => {
    const commit = 'c0ffee0'.padEnd(40, '1');
    const gate = (...options: string[]) => assay(['gate', '--project', 'shop', '--commit', commit, ...options]);
    const shown = (text: string) => expect.stringContaining(text);
    expect(await gate()).toMatchObject({ code: 7, out: shown('Closed, no evidence. No run of this commit.') });
    // Waits for the first run of the commit.
    const waiting = gate('--wait', '--timeout', '5');
    await assay(['upload', 'reports/passed.xml', ...shop, '--commit', commit]);
    expect(await waiting).toMatchObject({ code: 0, out: shown('Open. reports/passed.xml') });
    await assay(['upload', 'reports/failed.xml', ...shop, '--commit', commit]);
    const closed = await gate('--json');
    expect(closed.code).toBe(1);
    expect(JSON.parse(closed.out)).toMatchObject({
      answer: 'notMet',
      evidence: [{ title: 'reports/failed.xml' }, { answer: 'met' }],
    });
    expect(await gate('--suite', 'nowhere')).toMatchObject({ code: 5, err: shown("There is no test suite 'nowhere'") });
    expect(await assay(['gate', '--project', 'shop', '--commit', 'main'])).toMatchObject({ code: 5 });
    expect((await gate('extra')).code).toBe(3);
  });

  it('on the command line is the same run for the same content, if requested', async () => {
    const upload = async () => JSON.parse((await assay(['upload', 'reports/*.xml', ...shop, '--once', '--json'])).out);
    const [first, second] = [await upload(), await upload()];
    expect([first.repeated, second.repeated, second.id]).toEqual([false, true, first.id]);
    expect(first.counts).toMatchObject({ total: 2, passed: 1, failed: 1 });
    expect(first.failedTests).toMatchObject([{ file: 'shop.Pay', name: 'pays', error: 'card declined' }]);
  });

  it('on the command line sends more than 100 files as one archive, which stays the same for the same content', async () => {
    const surefire = join(folder, 'surefire');
    await mkdir(surefire);
    for (let n = 0; n < 500; n += 1) {
      const report = `<testsuite name="s${n}"><testcase classname="shop.T${n}" name="runs" time="0.1"/></testsuite>`;
      await writeFile(join(surefire, `TEST-${n}.xml`), n === 7 ? failed : report);
    }
    await writeFile(join(surefire, 'summary.xml'), '<failsafe-summary/>');
    const upload = () => assay(['upload', 'surefire/*.xml', ...shop, '--once', '--json']);
    const [first, second] = [await upload(), await upload()];
    expect(JSON.parse(first.out)).toMatchObject({
      counts: { total: 500, failed: 1 },
      leftOut: ['surefire/summary.xml'],
    });
    expect(first).toMatchObject({
      code: 1,
      err: expect.stringMatching(/left out: surefire\/summary\.xml, this is not/),
    });
    expect(JSON.parse(second.out)).toMatchObject({ id: JSON.parse(first.out).id, repeated: true });
  });

  it('on the command line belongs to the pipeline stage that it names', async () => {
    const stage = await caller.post<{ id: string }>('/pipeline-stages', { name: 'Nightly' });
    const upload = (named: string) => assay(['upload', 'reports/passed.xml', ...shop, '--stage', named, '--json']);
    const { id } = JSON.parse((await upload('nightly')).out);
    expect(await caller.get(`/test-runs/${id}`)).toMatchObject({ pipelineStageId: stage.id });
    expect(await upload('weekly')).toMatchObject({ code: 5, err: expect.stringContaining('There are: Nightly.') });
  });

  it('show a branch of 200 characters in the list, where no text covers another at any width', async () => {
    const branch = `${`feature/${'a-very-long-name-'.repeat(11)}`.slice(0, 192)}the--end`;
    expect(branch).toHaveLength(200);
    const form = new FormData();
    const { id: projectId } = await caller.get<{ id: string }>('/projects/shop');
    const [environment] = await caller.get<{ id: string }[]>('/environments');
    for (const [field, value] of Object.entries({ projectId, environmentId: environment?.id ?? '', branch }))
      form.set(field, value);
    form.set('file', new Blob([passed]), 'passed.xml');
    const { number } = await caller.post<{ number: number }>('/test-runs-upload', form);
    await openTestRuns(page);
    const before = page.viewportSize();
    for (const width of [768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole('link', { name: `Passed Project shop #${number}` }).waitFor();
      expect([width, await comesToFit(page)]).toEqual([width, true]);
      const { texts, wrong } = await laidOutTexts(page, 'main');
      expect([width, wrong]).toEqual([width, []]);
      expect(texts).toContain(branch.slice(-8));
    }
    await page.setViewportSize(before ?? { width: 1440, height: 900 });
  });

  it('are marked in the list as new since somebody looked at it, until they are marked as seen', async () => {
    const { page: other } = await openPage(browser);
    await signInAt(other, installation.url);
    await other.getByRole('list', { name: 'Test Runs' }).waitFor();
    expect(await other.getByText('new since you looked').count()).toBe(0);
    const looks = async () => {
      const { origins } = await other.context().storageState();
      const kept = origins.flatMap(({ localStorage }) => localStorage);
      return kept.find(({ name }) => name.startsWith('assay.looks.testRuns'))?.value ?? '';
    };
    await eventually(looks);
    const left = Date.now();
    await other.getByRole('link', { name: 'Projects' }).click();
    await other.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
    // The look ends a moment after the list is out of view: an hour later it would be another one.
    await eventually(async () => JSON.parse(await looks()).last.at >= left);
    await other.clock.setSystemTime(Date.now() + 3_600_000);
    const { number } = JSON.parse((await assay(['upload', 'reports/passed.xml', ...shop, '--json'])).out);
    await openTestRuns(other);
    await other.getByText(/^1 new since you looked, 1 h ago$/).waitFor();
    const isNew = other.locator('[data-new="true"]');
    await isNew.getByRole('link', { name: `Passed Project shop #${number}` }).waitFor();
    expect(await isNew.count()).toBe(1);
    // The link lies over the row, and tells on hover what is beneath it; the time lies above it and tells itself.
    const where = isNew.getByTitle('CI', { exact: true });
    await where.hover({ force: true });
    await isNew.locator('a[title="CI"]').waitFor();
    await isNew.locator('time').hover();
    await other.reload();
    await other.getByRole('button', { name: 'Mark as seen' }).click();
    await isNew.waitFor({ state: 'detached' });
    await other.reload();
    await other.getByRole('list', { name: 'Test Runs' }).waitFor();
    expect(await isNew.count()).toBe(0);
    await other.context().close();
  });

  it('on the command line shows what is wrong by its exit code', async () => {
    const nowhere = { url: '' };
    const results: [string[], Parameters<typeof assay>[1], number, RegExp][] = [
      [['upload', 'notes.txt', ...shop], {}, 5, /Test run upload failed.*JUnit\.xml format.*notes\.txt/s],
      [['upload', 'reports/passed.xml', '--project', 'none', '--environment', 'ci'], {}, 5, /no such project/],
      [['upload', 'missing.xml', ...shop], {}, 3, /There is no file 'missing\.xml'/],
      [['upload', 'reports/passed.xml'], {}, 3, /--project is missing/],
      [['upload', 'reports/passed.xml', ...shop], { key: 'assay_wrong' }, 5, /ASSAY_API_KEY/],
      [['upload', 'reports/passed.xml', ...shop], nowhere, 3, /ASSAY_URL must say/],
      [['run', ...shop, '--priority', '11'], {}, 3, /--priority must be a whole number/],
      [['run', ...shop, '--parallelize-by', 'suite'], {}, 3, /must be file or test/],
      [['wait'], {}, 3, /Name the one test run to wait for/],
      [['publish'], {}, 3, /no command 'publish'/],
    ];
    const ended = await Promise.all(results.map(([args, settings]) => assay(args, settings)));
    for (const [index, [args, , code, err]] of results.entries()) {
      expect({ args, ...ended[index] }).toMatchObject({ args, code, err: expect.stringMatching(err) });
    }
  });

  it('on the command line is retried while the service is down, and given up in the end', async () => {
    const away = `http://127.0.0.1:${await freePort()}`;
    const env = { PATH: process.env.PATH, ASSAY_URL: away, ASSAY_API_KEY: key };
    const tried = await new Promise<string>((resolve, reject) => {
      const child = execFile(process.execPath, [cli, 'upload', 'reports/passed.xml', ...shop], { cwd: folder, env });
      child.once('error', reject);
      child.stderr?.once('data', (text) => {
        child.kill();
        resolve(String(text));
      });
    });
    expect(tried).toMatch(/cannot be reached.*Trying again/);
  });
});
