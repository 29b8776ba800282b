import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentView } from '@assay/contract';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { createEnvironment, createProject, finishedRun, startRun } from '../support/runs.ts';

const root = join(import.meta.dirname, '../..');
const repositoryFiles = {
  'package.json': '{ "private": true, "type": "commonjs" }',
  'features/sums.feature': 'Feature: Sums\n  Scenario: adds up\n    Given nothing\n',
  'features/steps.js': "require('@cucumber/cucumber').Given('nothing', () => undefined);\n",
};

/** A machine with Node, npm and git, but nothing of Assay. */
describe('the command on the agents page', () => {
  let installation: Installation;
  let browser: Browser;
  let repository: Repository;
  let caller: Caller;
  let machine: string;
  let agent: ChildProcess | undefined;

  beforeAll(async () => {
    installation = await startInstallation({ env: { ASSAY_AGENT: '0' } });
    browser = await openBrowser();
    repository = await makeRepository(repositoryFiles);
    caller = await signIn(installation.url, admin);
    machine = await mkdtemp(join(tmpdir(), 'assay-machine-'));
  });
  afterAll(async () => {
    if (agent?.pid !== undefined && agent.exitCode === null && agent.signalCode === null)
      process.kill(-agent.pid, 'SIGKILL');
    await browser.close();
    await installation.stop();
    await installation.remove();
    await repository.remove();
    await rm(machine, { recursive: true });
  });

  const onlyAgent = async () => (await caller.get<AgentView[]>('/agents'))[0];

  it('starts an agent, which runs tests and exits', async () => {
    const { page, errors } = await openPage(browser);
    await signInAt(page, installation.url);
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('button', { name: 'Add an agent' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('another machine');
    await page.getByRole('button', { name: 'Make a token' }).click();
    const command = await page.getByText('npx --yes').textContent();
    if (!command) throw new Error('the command is empty');
    expect(command).toContain(`"${installation.url}/agent.tgz?`);
    expect(errors).toEqual([]);

    const { PATH } = process.env;
    agent = spawn(command, {
      shell: true,
      cwd: machine,
      detached: true,
      stdio: 'ignore',
      // The framework comes from this checkout: only the agent is installed here.
      env: { PATH, HOME: machine, npm_config_cache: join(machine, 'cache'), ASSAY_MODULES: join(root, 'node_modules') },
    });
    const ended = new Promise((resolve) => agent?.once('exit', resolve));
    await eventually(async () => (await onlyAgent())?.status === 'Running');
    expect(await onlyAgent()).toMatchObject({ capacity: 2 });

    await createEnvironment(caller, { key: 'local', name: 'Local' });
    await createProject(caller, {
      name: 'Own',
      key: 'own',
      gitUrl: repository.path,
      defaultBranch: 'main',
      testingFramework: 'CucumberJS',
    });
    const run = await finishedRun(caller, await startRun(caller, { project: 'own', environment: 'local' }));
    expect(run).toMatchObject({ status: 'PASS', passCount: 1 });

    if (agent.pid !== undefined) process.kill(-agent.pid, 'SIGTERM');
    await ended;
    await eventually(async () => (await onlyAgent())?.status === 'Exited');
  });
});
