import type { AgentView, CreateProjectRequest, TestRunView } from '@assay/contract';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import type { Repository } from '../support/makeRepository.ts';
import { processesOf } from '../support/processesOf.ts';
import { createEnvironment, createProject, finishedRun, startRun } from '../support/runs.ts';
import { makeNodeTests, nodeProject } from './nodeTests.ts';

const scripts = {
  'hang.mjs': `setInterval(() => undefined, 1000);`,
  'chatter.mjs': `setInterval(() => console.log('still at it'), 500);`,
  'flood.mjs': `
    import { once } from 'node:events';
    const line = 'x'.repeat(99) + '\\n';
    const chunk = line.repeat(10_000);
    for (let count = 0; count < 100; count += 1) if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');`,
  'fork.mjs': `
    import { spawn } from 'node:child_process';
    for (let count = 0; count < 5; count += 1) {
      spawn(process.execPath, ['hang.mjs'], { stdio: 'inherit' }).unref();
      spawn(process.execPath, ['hang.mjs'], { stdio: 'ignore', detached: true }).unref();
    }`,
  'broken.mjs': `
    import { writeFileSync } from 'node:fs';
    writeFileSync('results.xml', '<testsuites><testsuite name="a"><testcase name="first" time="0.1"/><testcase na');`,
};

let repository: Repository;
let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let agentPid: number;
let slow: string;

beforeAll(async () => {
  [repository, installation, browser] = await Promise.all([makeNodeTests(scripts), startInstallation(), openBrowser()]);
  agentPid = await installation.pidOf('agent');
  caller = await signIn(installation.url, admin);
  ({ page } = await openPage(browser));
  await signInAt(page, installation.url);
  await createEnvironment(caller, { key: 'local', name: 'Local' });
  await createProject(caller, nodeProject('good', repository));
  await createProject(caller, { ...nodeProject('chatter', repository), testCommand: 'node chatter.mjs' });
  // It times out after a minute, the shortest possible; the others run meanwhile.
  slow = await startRun(caller, { project: 'chatter', environment: 'local', timeoutMinutes: 1 });
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

type Bad = [what: string, key: string, wrong: Partial<CreateProjectRequest>, info: RegExp];
const bad: Bad[] = [
  ['a repository that is not there', 'nowhere', { gitUrl: '/no/such/repository.git' }, /repository\.git.*Check/s],
  ['a host that does not answer', 'unreachable', { gitUrl: 'https://127.0.0.1:9/shop.git' }, /127\.0\.0\.1:9.*Check/s],
  [
    'a branch that is not there',
    'branch',
    { defaultBranch: 'release' },
    /no branch 'release'.*its branches are: main/s,
  ],
  [
    'a repository without tests',
    'empty',
    { testingFramework: 'CucumberJS', otherFramework: null, testCommand: null, resultFiles: [] },
    /No tests were found.*Check/s,
  ],
  [
    'a command that hangs',
    'hang',
    { testCommand: 'node hang.mjs', testTimeoutSeconds: 2 },
    /for 2 seconds.*Raise the test timeout/s,
  ],
  ['a command that is not there', 'unknown', { testCommand: 'no-such-command --all' }, /no-such-command/],
  [
    'a command that prints 100 MB',
    'flood',
    { testCommand: 'node flood.mjs' },
    /wrote no results matching results\.xml/,
  ],
  [
    'a command that leaves children behind',
    'fork',
    { testCommand: 'node fork.mjs' },
    /wrote no results matching results\.xml/,
  ],
  [
    'a command that ends well without results',
    'silent',
    { testCommand: 'node --version' },
    /wrote no results matching results\.xml/,
  ],
  [
    'a command that writes broken XML',
    'broken',
    { testCommand: 'node broken.mjs' },
    /cannot be read to their end.*Check.*results\.xml/s,
  ],
];

async function expectHealthyAgent(): Promise<void> {
  const good = await finishedRun(caller, await startRun(caller, { project: 'good', environment: 'local' }));
  expect(good).toMatchObject<Partial<TestRunView>>({ status: 'PASS', passCount: 2, statusInfo: null });
  expect(await installation.pidOf('agent')).toBe(agentPid);
  const [agent] = await caller.get<AgentView[]>('/agents');
  expect(agent?.status).toBe('Running');
}

describe('a run of', () => {
  it.each(bad)('%s fails with a text that says what to do, and the next run passes', async (_, key, wrong, info) => {
    await createProject(caller, { ...nodeProject(key, repository), ...wrong });
    const run = await finishedRun(caller, await startRun(caller, { project: key, environment: 'local' }));
    expect(run).toMatchObject({ status: 'FAIL', statusInfo: expect.stringMatching(info) });
    expect(run.statusInfo?.length).toBeLessThanOrEqual(2_000);
    // Its leftover processes end with it.
    const workspace = `${installation.dataDir}/agent/workspaces/${run.id}`;
    await eventually(async () => (await processesOf(workspace)).length === 0);

    await page.goto(`${installation.url}/demo/test-runs/${run.id}`);
    const note = page.getByRole('note');
    await note.waitFor();
    const details = note.getByRole('button', { name: 'Show details' });
    if ((await details.count()) > 0) await details.click();
    expect(await note.textContent()).toMatch(info);
    await expectHealthyAgent();
  });

  it('a command that never ends fails when the run times out', async () => {
    const run = await finishedRun(caller, slow);
    expect(run).toMatchObject({
      status: 'FAIL',
      statusInfo: expect.stringMatching(/longer than its one minute\..*Raise the run time-out/),
    });
    const workspace = `${installation.dataDir}/agent/workspaces/${run.id}`;
    await eventually(async () => (await processesOf(workspace)).length === 0);
    await expectHealthyAgent();
  });
});
