import { readFile } from 'node:fs/promises';
import { type Caller, signIn } from '../support/caller.ts';
import { cli, commandLine } from '../support/commandLine.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import type { Repository } from '../support/makeRepository.ts';
import { createEnvironment, createProject, finishedRun } from '../support/runs.ts';
import { makeNodeTests, nodeProject } from './nodeTests.ts';

const shop = ['--project', 'shop', '--environment', 'ci'];

let repository: Repository;
let installation: Installation;
let caller: Caller;
let assay: ReturnType<typeof commandLine>;

beforeAll(async () => {
  [repository, installation] = await Promise.all([makeNodeTests(), startInstallation()]);
  caller = await signIn(installation.url, admin);
  await createEnvironment(caller, { key: 'ci', name: 'CI' });
  await createProject(caller, nodeProject('shop', repository));
  const { key } = await caller.post<{ key: string }>('/account/api-key', {});
  assay = commandLine({ url: installation.url, key });
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

describe('a CI job', () => {
  it('gets the command line from the installation itself', async () => {
    const answer = await fetch(`${installation.url}/assay.mjs`);
    expect(answer.headers.get('content-type')).toMatch(/javascript/);
    expect(answer.headers.get('content-encoding')).toMatch(/gzip|br/);
    expect(await answer.text()).toBe(await readFile(cli, 'utf8'));
    expect(await assay('--version')).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' });
  });

  it("starts a run on Assay's runners and waits for its verdict", async () => {
    const { code, out } = await assay('run', ...shop, '--branch', 'main', '--wait', '--timeout', '5');
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/Passed\. 2 tests: 2 passed/) });
  });

  it('waits for a run that an earlier step started', async () => {
    const options = ['--parallelize-by', 'test', '--no-retry-failed', '--test-timeout', '60', '--run-timeout', '5'];
    const { id } = JSON.parse((await assay('run', ...shop, ...options, '--json')).out);
    const { code, out } = await assay('wait', id, '--timeout', '5', '--json');
    expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, id, status: 'PASS', failedTests: [] });
    expect(await caller.get(`/test-runs/${id}`)).toMatchObject({
      defaultToParallelizeByFile: false,
      retryFailedTests: false,
      timeouts: { testTimeoutSeconds: 60, timeoutMinutes: 5 },
    });
  });

  it('starts a run without waiting, and cancels it', async () => {
    const { out } = await assay('run', ...shop, '--json');
    const { id, status } = JSON.parse(out);
    expect(status).not.toBe('PASS');
    expect(await assay('cancel', id)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Canceled|finished already/),
    });
    const run = await finishedRun(caller, id);
    expect(run.createdBy).toMatchObject({ fullName: 'API key' });
  });
});
