import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandAnswer, DeployPage, GenerateApiKeyAnswer, TestRunMessagePage, TestRunView } from '@assay/contract';
import { simpleGit } from 'simple-git';
import { type Caller, signIn } from '../support/caller.ts';
import { commandLine } from '../support/commandLine.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { createEnvironment, createProject, outcomesOf, resultsOf } from '../support/runs.ts';

const testsThat = (sums: string) => `
import { it } from 'node:test';
it('adds up', () => { ${sums} });
it('counts', () => undefined);
`;
const works = testsThat('');
const isBroken = testsThat("throw new Error('one and one are three')");

let repository: Repository;
let installation: Installation;
let caller: Caller;
let assay: ReturnType<typeof commandLine>;
let projectId: string;
const sums = ['--project', 'sums', '--environment', 'staging'];
const commits = { working: '', broken: '' };

beforeAll(async () => {
  [repository, installation] = await Promise.all([makeRepository({ 'sums.test.mjs': works }), startInstallation()]);
  const git = simpleGit(repository.path);
  commits.working = await git.revparse(['HEAD']);
  await writeFile(join(repository.path, 'sums.test.mjs'), isBroken);
  await git.commit('Break it', ['--all']);
  commits.broken = await git.revparse(['HEAD']);

  caller = await signIn(installation.url, admin);
  await createEnvironment(caller, { key: 'staging', name: 'Staging' });
  await createEnvironment(caller, { key: 'live', name: 'Live' });
  projectId = await createProject(caller, {
    key: 'sums',
    name: 'Sums',
    gitUrl: repository.path,
    defaultBranch: 'main',
    testingFramework: 'Other',
    otherFramework: 'node:test',
    resultFiles: ['results.xml'],
    testCommand: `node --test --test-name-pattern="\${ASSAY_TEST_NAME_PATTERN:-.}" --test-reporter=junit --test-reporter-destination=results.xml sums.test.mjs`,
  });
  const { key } = await caller.post<GenerateApiKeyAnswer>('/account/api-key', {});
  assay = commandLine({ url: installation.url, key });
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

/** Runs as a CI job does. @returns the exit code and the run */
async function run(...options: string[]): Promise<{ code: number; run: TestRunView }> {
  const { code, out, err } = await assay('run', ...sums, ...options, '--wait', '--timeout', '3', '--json');
  if (err !== '') throw new Error(err);
  return { code, run: await caller.get<TestRunView>(`/test-runs/${JSON.parse(out).id}`) };
}

describe('a CI job that deploys', () => {
  it('tests what it deployed, although the branch has moved on', async () => {
    const deployed = await assay('deploy', ...sums, '--branch', 'main', '--commit', commits.working, '--json');
    expect(deployed).toMatchObject({ code: 0, err: '' });
    const { id } = JSON.parse(deployed.out);
    const latest = await run('--latest-deploy');
    expect(latest).toMatchObject({ code: 0, run: { commit: commits.working, branch: 'main', deployId: id } });
    const said = await assay('message', latest.run.id, 'Deployed from pipeline 17');
    expect(said).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining(`/test-runs/${latest.run.id}/messages`),
    });
    const { messages } = await caller.get<TestRunMessagePage>(`/test-runs/${latest.run.id}/messages`);
    expect(messages).toMatchObject([{ userId: null, text: 'Deployed from pipeline 17' }]);
    expect(await run()).toMatchObject({ code: 1, run: { commit: commits.broken, deployId: null } });

    await assay('deploy', ...sums, '--branch', 'main');
    const { code, run: newest } = await run('--latest-deploy');
    expect([code, newest.commit]).toEqual([1, commits.broken]);
  });

  it('deploys once, however often the job is repeated with its key', async () => {
    const deploy = () => assay('deploy', ...sums, '--commit', commits.working, '--idempotency-key', 'pipeline-7');
    const [first, second] = [await deploy(), await deploy()];
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^\S+\n$/) });
    expect(second.out).toBe(first.out);
    const { deploys } = await caller.get<DeployPage>(`/projects/${projectId}/deploys`);
    expect(deploys.filter(({ id }) => id === first.out.trim())).toHaveLength(1);
    expect(deploys[0]).toMatchObject({ createdBy: { fullName: 'API key' }, environment: { key: 'staging' } });
  });

  it('runs a suite by its name: the tests that it filters, with its settings', async () => {
    const suite = { name: 'Counting', testFilters: ['Regex: counts$'], testTimeoutSeconds: 30, timeoutMinutes: 2 };
    const { id } = await caller.post<CommandAnswer>(`/projects/${projectId}/test-suites`, { ...suite, priority: 6 });
    // Passes, because the broken test is not in it.
    const ofSuite = await run('--suite', 'counting', '--branch', 'main');
    expect(ofSuite).toMatchObject({ code: 0, run: { testSuiteId: id, testSuiteName: 'Counting', priority: 6 } });
    expect(outcomesOf(await resultsOf(caller, ofSuite.run.id))).toEqual({ counts: 'PASS' });
    const both = await run('--suite', id, '--latest-deploy', '--priority', '2');
    expect(both).toMatchObject({ code: 0, run: { testSuiteName: 'Counting', commit: commits.working, priority: 2 } });
  });

  it.each([
    [['deploy', '--project', 'sums', '--environment', 'staging'], 3, /Say what was deployed/],
    [['deploy', '--project', 'none', '--environment', 'staging', '--branch', 'main'], 5, /no project 'none'/],
    [['deploy', '--project', 'sums', '--environment', 'x', '--branch', 'main'], 5, /There is no such environment/],
    [['deploy', ...sums, '--build', 'none'], 5, /You must select a build/],
    [['run', ...sums, '--latest-deploy', '--commit', 'abc'], 3, /leave out --commit/],
    [['run', '--project', 'sums', '--environment', 'live', '--latest-deploy'], 5, /does not have a latest deploy/],
    [['run', ...sums, '--suite', 'Nightly'], 5, /no test suite 'Nightly' in sums\. There are: Counting/],
  ])('is told what is wrong with %j', async (args, code, err) => {
    expect(await assay(...args)).toMatchObject({ code, err: expect.stringMatching(err) });
  });

  it('gets help', async () => {
    expect((await assay('--help')).out).toMatch(/assay deploy/);
    expect(await assay('deploy', '--help')).toMatchObject({ code: 0, out: expect.stringMatching(/--build-name/) });
    expect((await assay('run', '--help')).out).toMatch(/--latest-deploy[\s\S]*--suite/);
  });
});
