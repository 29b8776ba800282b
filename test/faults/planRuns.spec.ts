import type { CommandAnswer, TestPlanRunView, TestRunPage } from '@assay/contract';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests, steadyProject } from '../support/steadyTests.ts';

let repository: SteadyTests;
let installation: Installation;
let caller: Caller;

beforeAll(async () => {
  repository = await makeSteadyTests();
  installation = await startInstallation();
  caller = await signIn(installation.url, admin);
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

const post = async (path: string, body?: object) => (await caller.post<CommandAnswer>(path, body)).id;

/** Two suites in parallel that fail, then one that always runs. */
async function makePlan(): Promise<string> {
  const environmentId = await createEnvironment(caller, { key: 'plans', name: 'Plans' });
  const projectId = await createProject(caller, { ...steadyProject, gitUrl: repository.path });
  const limits = { testTimeoutSeconds: 60, timeoutMinutes: 10 };
  const whole = await post(`/projects/${projectId}/test-suites`, { name: 'Whole', ...limits });
  const quick = await post(`/projects/${projectId}/test-suites`, { name: 'Quick', ...limits, includeTags: ['@quick'] });
  const plan = await post('/test-plans', { name: 'Gate', key: 'gate' });
  const stage = (name: string, change: object = {}) => post(`/test-plans/${plan}/stages`, { name, ...change });
  const add = (stageId: string, testSuiteId: string) =>
    post(`/test-plans/${plan}/stages/${stageId}/suites`, { projectId, testSuiteId, environmentId, branch: 'main' });
  const regression = await stage('Regression');
  await add(regression, whole);
  await add(regression, whole);
  await add(await stage('Skipped'), quick);
  await add(await stage('Clean up', { alwaysRun: true }), quick);
  return plan;
}

describe('a plan run', () => {
  it('goes on when the automation and the api are killed in the middle of it, and starts nothing twice', async () => {
    const plan = await makePlan();
    await repository.hold();
    const run = await post(`/test-plans/${plan}/runs`);
    const look = () => caller.get<TestPlanRunView>(`/test-plans/${plan}/runs/${run}`);
    const suites = async () => (await look()).stages.flatMap((stage) => stage.suites);
    await eventually(async () => {
      const all = await suites();
      // The second one has waited for the commit that the first one tests.
      return (
        all.some(({ counts }) => counts.passCount > 0) && all.filter(({ testRun }) => testRun !== null).length === 2
      );
    });
    const victims = await Promise.all(['automation', 'api'].map((name) => installation.pidOf(name)));
    for (const pid of victims) process.kill(pid, 'SIGKILL');
    await repository.letGo();
    const over = await eventually(async () => {
      const view = await look();
      return view.status === 'Running' ? null : view;
    });
    expect(over).toMatchObject({ status: 'completed', passed: false, stageTotals: { pass: 1, fail: 1, skipped: 1 } });
    const ended = await suites();
    expect(ended.map(({ status }) => status)).toEqual(['fail', 'fail', 'skipped', 'pass']);
    expect(ended.map(({ attempts }) => attempts.length)).toEqual([1, 1, 0, 1]);
    expect(new Set(ended.flatMap(({ testRunId, commit }) => (testRunId ? [commit] : [])).values()).size).toBe(1);
    expect((await caller.get<TestRunPage>('/test-runs?limit=50')).total).toBe(3);
  });
});
