import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildPage, ProjectView, TestRunView } from '@assay/contract';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, openTestRuns, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { commandLine } from '../support/commandLine.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { zipOf } from '../support/zipOf.ts';

const tests = (name: string) =>
  `import test from 'node:test';\ntest('${name}', () => {});\ntest('sells tea', () => { throw new Error('sold out'); });\n`;

let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let folder: string;
let project: ProjectView;

beforeAll(async () => {
  [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
  caller = await signIn(installation.url, admin);
  ({ page } = await openPage(browser));
  await signInAt(page, installation.url);
  await createEnvironment(caller, { key: 'ci', name: 'CI' });
  await createProject(caller, {
    key: 'tea',
    name: 'Tea shop',
    testingFramework: 'Other',
    otherFramework: 'node:test',
    recordVideo: false,
    testCommand: 'node --test --test-reporter=junit --test-reporter-destination=results.xml tests/tea.test.mjs',
    resultFiles: ['results.xml'],
    defaultMaxRunners: 1,
  });
  const projects = await caller.get<ProjectView[]>('/projects');
  project = projects.find(({ key }) => key === 'tea') as ProjectView;
  folder = await mkdtemp(join(tmpdir(), 'assay-builds-'));
  await writeFile(join(folder, 'tea.zip'), zipOf({ name: 'tests/tea.test.mjs', content: tests('is warm') }));
  await mkdir(join(folder, 'dist/tests'), { recursive: true });
  await writeFile(join(folder, 'dist/tests/tea.test.mjs'), tests('is hot'));
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await rm(folder, { recursive: true });
});

describe('a project without a repository', () => {
  it('has its build uploaded, run and viewed in the browser', async () => {
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('link', { name: 'Tea shop' }).click();
    await page.getByRole('tab', { name: 'Builds' }).click();
    await page.getByText('No builds yet').waitFor();
    await page.getByRole('link', { name: 'Upload build' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('1.4.0');
    await page.getByRole('textbox', { name: 'Commit' }).fill('fedcba98765');
    await page.getByLabel('Archive').setInputFiles(join(folder, 'tea.zip'));
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('button', { name: 'Download 1.4.0' }).waitFor();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download 1.4.0' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('tea.zip');
    expect(await readFile(await download.path())).toEqual(await readFile(join(folder, 'tea.zip')));

    await openTestRuns(page);
    await page.getByRole('button', { name: 'New Test Run' }).first().click();
    await page.getByRole('button', { name: 'Start test run' }).click();
    await page.getByText('You must select a build').waitFor();
    await page.getByRole('combobox', { name: 'Build' }).click();
    await page.getByRole('option', { name: '1.4.0' }).click();
    await page.getByRole('checkbox', { name: 'Follow test run' }).uncheck();
    await page.getByRole('button', { name: 'Start test run' }).click();
    await page.waitForURL(/\/test-runs\/[^/?]+/);
    await page.getByText('sells tea').first().click();
    await page.getByText('sold out').first().waitFor();
    await eventually(async () => {
      const { testRuns } = await caller.get<{ testRuns: TestRunView[] }>('/test-runs');
      expect(testRuns[0]).toMatchObject({ build: { name: '1.4.0' }, commit: 'fedcba98765', totalCount: 2 });
    });
  });

  it('has a page of its own, with the runs that were made from it', async () => {
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('link', { name: 'Tea shop' }).click();
    await page.getByRole('tab', { name: 'Builds' }).click();
    await page.getByRole('link', { name: '1.4.0' }).click();
    await page.getByRole('heading', { name: '1.4.0', level: 1 }).waitFor();
    await page.getByRole('list', { name: 'Recent runs' }).getByRole('link').first().waitFor();
    await page.getByRole('link', { name: /^All / }).click();
    await page
      .getByRole('search', { name: 'Filters' })
      .getByRole('button', { name: /1\.4\.0/ })
      .waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Run Tests' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run all tests of 1.4.0' });
    await dialog.getByRole('button', { name: 'Run Tests' }).click();
    await page.waitForURL(/\/test-runs\/[^/?]+/);
    await page.getByText('sold out').first().waitFor();
  });

  it('is built and run by a CI job', async () => {
    const { key } = await caller.post<{ key: string }>('/account/api-key', {});
    const assay = commandLine({ cwd: folder, url: installation.url, key });
    const built = await assay('build', 'dist', '--project', 'tea', '--name', 'from CI', '--branch', 'next');
    expect(built).toMatchObject({ code: 0, err: '' });
    const id = built.out.trim();
    await eventually(async () => {
      const { builds } = await caller.get<BuildPage>(`/projects/${project.id}/builds`);
      expect(builds[0]).toMatchObject({ id, name: 'from CI', branch: 'next', fileName: 'dist.tar.gz', fileCount: 1 });
    });
    const run = await assay('run', '--project', 'tea', '--environment', 'ci', '--build', id, '--wait');
    expect(run).toMatchObject({ code: 1, out: expect.stringContaining('sells tea') });

    const nothing = await assay('build', 'missing', '--project', 'tea', '--name', 'x');
    expect(nothing).toMatchObject({
      code: 3,
      err: expect.stringContaining("There is no file or folder 'missing'"),
    });
    await writeFile(join(folder, 'evil.zip'), zipOf({ name: '../evil', content: '' }));
    const evil = await assay('build', 'evil.zip', '--project', 'tea', '--name', 'x');
    expect(evil).toMatchObject({ code: 5, err: expect.stringContaining('outside its folder') });
  });
});
