import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { EnvironmentView, ProjectView, TestRunPage } from '@assay/contract';
import { isFree } from '@assay/ports';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/freePort.ts';
import { admin, type Installation, spawnLauncher, startInstallation } from '../support/installation.ts';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { hasEnded, processesOf } from '../support/processesOf.ts';
import { createEnvironment, createProject, finishedRun, resultsOf, startRun } from '../support/runs.ts';

const testFile = `
import { it } from 'node:test';
it('adds up', () => undefined);
`;
const command = 'node --test --test-reporter=junit --test-reporter-destination=results.xml first.test.mjs';

let repository: Repository;
let installation: Installation;

beforeAll(async () => {
  repository = await makeRepository({ 'first.test.mjs': testFile });
  installation = await startInstallation({ ownGroup: true });
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

async function everything(caller: Caller) {
  const [projects, environments, page] = await Promise.all([
    caller.get<ProjectView[]>('/projects'),
    caller.get<EnvironmentView[]>('/environments'),
    caller.get<TestRunPage>('/test-runs?offset=0&limit=10'),
  ]);
  const results = await Promise.all(page.testRuns.map(({ id }) => resultsOf(caller, id)));
  return { projects, environments, testRuns: page.testRuns, results };
}

describe('an installation', () => {
  it('stops cleanly at Ctrl-C, leaves no process behind, and has all its data when started again', async () => {
    const caller = await signIn(installation.url, admin);
    await createEnvironment(caller, { key: 'local', name: 'Local' });
    await createProject(caller, {
      name: 'Own',
      key: 'own',
      gitUrl: repository.path,
      defaultBranch: 'main',
      testingFramework: 'Other',
      otherFramework: 'node:test',
      testCommand: command,
      resultFiles: ['results.xml'],
    });
    const run = await finishedRun(caller, await startRun(caller, { project: 'own', environment: 'local' }));
    expect(run).toMatchObject({ status: 'PASS', passCount: 1 });
    await eventually(async () => (await everything(caller)).testRuns[0]?.nonExitedRunners === 0);
    const before = await everything(caller);

    const { dataDir, url, lines } = installation;
    expect(await installation.interrupt()).toBe(0);
    // Any other output would come from children that ended too early for others.
    expect(lines.slice(lines.indexOf('Stopping …'))).toEqual(['Stopping …']);
    expect(await processesOf(dataDir)).toEqual([]);

    installation = await startInstallation({ dataDir, port: Number(new URL(url).port) });
    const again = await signIn(installation.url, admin);
    expect(await everything(again)).toEqual(before);
    expect(await everything(caller)).toEqual(before);
  });

  it('refuses to start on a folder in use, and says so', async () => {
    const { dataDir } = installation;
    const { lines, exited } = await spawnLauncher({ dataDir });
    expect(await exited).toBe(1);
    // Whichever store finds it first.
    expect(lines).toEqual([
      expect.stringMatching(
        /^The data folder .* is in use by another (document|event) store\. Stop that one first, or choose another folder\.$/,
      ),
    ]);
    // The running one is not disturbed, and still reachable.
    await expect(signIn(installation.url, admin)).resolves.toBeDefined();
    await expect(installation.pidOf('api')).resolves.toBeGreaterThan(0);
  });

  it('refuses to start on a port in use, and says so', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    const { dataDir, lines, exited } = await spawnLauncher({ port });
    expect(await exited).toBe(1);
    expect(lines).toEqual([`Port ${port} on 127.0.0.1 is taken. Stop what listens there, or set PORT to another one.`]);
    other.close();
    await rm(dataDir, { recursive: true });
  });

  it.each([
    ['shorty1', 'Password must be at least 8 characters'],
    ['Password1234', 'This is one of the passwords that are guessed first.'],
  ])('refuses a first start with the password %s, and says why', async (password, why) => {
    const { dataDir, lines, exited } = await spawnLauncher({ env: { ASSAY_ADMIN_PASSWORD: password } });
    expect(await exited).toBe(1);
    expect(lines.at(-1)).toBe(`ASSAY_ADMIN_PASSWORD: ${why}`);
    expect(await processesOf(dataDir)).toEqual([]);
    // Nothing of the attempt is kept: with a strong one this is the first start.
    const made = await startInstallation({ dataDir });
    await expect(signIn(made.url, admin)).resolves.toBeDefined();
    await made.stop();
    await made.remove();
  });

  it('starts with its samples where other repositories are allowed and a proxy is set', async () => {
    // Nothing listens there: this machine is never asked through a proxy.
    const proxy = 'http://127.0.0.1:9';
    const env = { ASSAY_LOCAL_REPOSITORIES: '/srv/git', http_proxy: proxy, HTTP_PROXY: proxy, https_proxy: proxy };
    const made = await startInstallation({ demo: true, env });
    const { testRuns } = await (await signIn(made.url, admin)).get<TestRunPage>('/test-runs');
    expect(testRuns.length).toBeGreaterThan(0);
    await made.stop();
    await made.remove();
  });

  it('leaves no process behind when its launcher is killed, and starts again on the same folder and port', async () => {
    const { dataDir, url } = installation;
    const itsOwn = await processesOf(dataDir);
    await installation.killLauncher();
    await eventually(async () => (await Promise.all(itsOwn.map(hasEnded))).every(Boolean));
    await eventually(async () => expect(await processesOf(dataDir)).toEqual([]));
    const port = Number(new URL(url).port);
    // A system may take a moment longer to close the connections of a process than to end it.
    await eventually(() => isFree(port));
    installation = await startInstallation({ dataDir, port });
    await expect(signIn(installation.url, admin)).resolves.toBeDefined();
  });

  it('leaves no process behind when stopped while starting, and shows the password it generated', async () => {
    const env = { ASSAY_ADMIN_EMAIL: '', ASSAY_ADMIN_PASSWORD: '' };
    const { child, dataDir, lines, exited, said } = await spawnLauncher({ env });
    await said(/^(Api|Projector|Automation) is up/);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(await processesOf(dataDir)).toEqual([]);
    await rm(dataDir, { recursive: true });
    expect(lines.join('\n')).toMatch(/^Sign in as admin@assay\.local with the password \S+$/m);
  });
});
