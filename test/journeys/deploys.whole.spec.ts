import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  CommandAnswer,
  DeployPage,
  GenerateApiKeyAnswer,
  TestRunMessagePage,
  TestRunView,
  TestSuiteView,
} from '@assay/contract';
import { simpleGit } from 'simple-git';
import { type Caller, signIn } from '../support/caller.ts';
import { commandLine } from '../support/commandLine.ts';
import { eventually } from '../support/eventually.ts';
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
    await eventually(async () => {
      const { messages } = await caller.get<TestRunMessagePage>(`/test-runs/${latest.run.id}/messages`);
      expect(messages).toMatchObject([{ userId: null, text: 'Deployed from pipeline 17' }]);
    });
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
    const { deploys } = await eventually(async () => {
      const page = await caller.get<DeployPage>(`/projects/${projectId}/deploys`);
      return page.deploys.some(({ id }) => id === first.out.trim()) ? page : null;
    });
    expect(deploys.filter(({ id }) => id === first.out.trim())).toHaveLength(1);
    expect(deploys[0]).toMatchObject({ createdBy: { fullName: 'API key' }, environment: { key: 'staging' } });
  });

  it('runs a suite by its name: the tests that it filters, with its settings', async () => {
    const suite = { name: 'Counting', testFilters: ['Regex: counts$'], testTimeoutSeconds: 30, timeoutMinutes: 2 };
    const { id } = await caller.post<CommandAnswer>(`/projects/${projectId}/test-suites`, { ...suite, priority: 6 });
    await eventually(async () => {
      const suites = await caller.get<TestSuiteView[]>(`/test-suites?projectId=${projectId}`);
      return suites.some((one) => one.id === id);
    });
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

describe('the configuration of an account as a file', () => {
  it('is exported, applied to what is there and to what is not, and changes nothing the second time', async () => {
    const file = join(repository.path, 'assay.yaml');
    const secret = 'a secret of staging';
    const hook = 'https://hooks.example.com/services/opens-sesame';
    const scoped = { name: 'Configuration', scope: 'CONFIGURE' };
    const { key } = await caller.post<GenerateApiKeyAnswer>('/account/api-keys', scoped);
    const assay = commandLine({ url: installation.url, key });
    const withSecret = commandLine({
      url: installation.url,
      key,
      env: { ASSAY_SECRET_TOKEN: secret, ASSAY_SECRET_HOOK: hook },
    });

    // 1. As it is: nothing to change.
    expect(await assay('config', 'export', '-o', file)).toMatchObject({ code: 0, err: '' });
    const exported = await readFile(file, 'utf8');
    expect(exported).toMatch(/key: sums[\s\S]*testCommand: node --test/);
    const same = await assay('config', 'apply', file);
    expect(same).toMatchObject({ code: 0, out: expect.stringMatching(/^0 added, 0 changed, \d+ as they were\.\n$/) });

    // 2. New things that refer to each other, a changed one, and a secret.
    const wanted = `assay: 1
runnerPools: [{ name: Linux, runnerType: LINUX, maxRunners: 1 }]
pipelineStages: [{ name: Acceptance, linuxRunnerPool: Linux }]
environments:
  - key: STAGING
    name: Staging
    pipelineStage: Acceptance
    variables: [{ key: TOKEN, secret: TOKEN }, { key: ADDRESS, value: "https://staging.example.org" }]
projects:
  - key: sums
    name: Sums
    testingFramework: Other
    testTimeoutSeconds: 60
    testSuites: [{ name: Smoke, testTimeoutSeconds: 30, timeoutMinutes: 5 }]
testPlans:
  - key: gate
    name: Gate
    stages:
      - name: First
        suites: [{ project: sums, testSuite: Smoke, environment: staging, branch: main }]
      - name: Later
        executionType: Sequential
        alwaysRun: true
triggers:
  - { name: Nightly, type: testPlanInterval, testPlan: gate, cron: "0 2 * * *", timeZone: Europe/Berlin, enabled: false }
  - { name: Deployed, type: deploy, project: sums, testSuite: Smoke, testOptionsType: suite, environment: staging,
      deployedProjects: ["*"], latestDeploy: true }
alerts:
  - { eventType: TESTRUN_FAIL, actionType: SEND_EMAIL, project: sums, destination: team@example.com, send: onChange }
  - { eventType: TESTRUN_FAIL, actionType: TRIGGER_WEBHOOK, environment: staging, destinationSecret: HOOK }
`;
    await writeFile(file, wanted);
    expect(await assay('config', 'apply', file)).toMatchObject({
      code: 5,
      err:
        'environment STAGING: TOKEN is new, so ASSAY_SECRET_TOKEN must hold its value.\n' +
        'alert TESTRUN_FAIL TRIGGER_WEBHOOK, environment staging: it is new, so ASSAY_SECRET_HOOK must hold its destination.\n',
    });
    const dry = await withSecret('config', 'apply', file, '--dry-run');
    expect(dry).toMatchObject({ code: 0, err: '' });
    expect(dry.out).toContain('+ runner pool Linux\n+ pipeline stage Acceptance\n~ environment STAGING\n');
    expect(dry.out).toContain('testTimeoutSeconds: 900 → 60');
    expect(dry.out).toContain('8 to add, 2 to change, 0 as they are. Nothing was changed: a dry run.');
    expect(await caller.get('/runner-pools')).toEqual([]);
    const applied = await withSecret('config', 'apply', file);
    expect(applied).toMatchObject({ code: 0, err: '' });
    expect(applied.out).toContain('8 added, 2 changed, 0 as they were.');

    // 3. Again, now without the secret: it is stored.
    expect((await assay('config', 'apply', file)).out).toBe('0 added, 0 changed, 10 as they were.\n');
    const after = await assay('config', 'export');
    expect(after.out).toMatch(/- key: TOKEN\n +secret: TOKEN/);
    expect(after.out).not.toContain(secret);
    expect(after.out).not.toContain('opens-sesame');
    await writeFile(file, after.out);
    expect((await assay('config', 'apply', file)).out).toMatch(/^0 added, 0 changed, \d+ as they were\.\n$/);

    // Lists of a plan are whole: what is no longer in them goes.
    const changed = wanted
      .replace('      - name: Later', '      - name: Last')
      .replace('branch: main', 'latestDeploy: true, branch: null')
      .replace('enabled: false', 'enabled: true');
    await writeFile(file, changed);
    const arranged = await assay('config', 'apply', file);
    expect(arranged).toMatchObject({ code: 0, err: '' });
    expect(arranged.out).toContain('stages: First, + Last, - Later');
    const { testPlans, triggers } = JSON.parse((await assay('config', 'export', '--json')).out);
    expect(testPlans).toMatchObject([
      {
        key: 'gate',
        stages: [
          { name: 'First', suites: [{ latestDeploy: true }] },
          { name: 'Last', alwaysRun: true },
        ],
      },
    ]);
    expect(testPlans[0].stages).toHaveLength(2);
    expect(triggers).toMatchObject([{ name: 'Deployed' }, { name: 'Nightly', enabled: true, testPlan: 'gate' }]);

    // 4. What is wrong is told with its line, and nothing is applied.
    await writeFile(file, wanted.replace('    name: Gate', '    retries: 3\n    name: Gate'));
    expect(await assay('config', 'apply', file)).toMatchObject({
      code: 3,
      err: expect.stringMatching(/assay\.yaml:17:5: There is no setting 'retries' here\./),
    });
  });
});
