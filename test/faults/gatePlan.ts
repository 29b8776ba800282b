import type { CommandAnswer, TestPlanRunPage, TestPlanRunView, TestRunPage, TriggerView } from '@assay/contract';
import type { Caller } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import type { Installation } from '../support/installation.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { type SteadyTests, steadyProject } from '../support/steadyTests.ts';

export type GatePlan = {
  /** Deploys, which starts a run of the plan; the same key is one deploy, however often it is asked for. */
  deploy(key: string): Promise<void>;
  /** @returns the only run that started since the one before, once it is there */
  nextRun(): Promise<string>;
  /** Waits until a held run has two test runs, of which one is under way. */
  underWay(run: string): Promise<void>;
  /** Asserts that the run ends as if nothing had happened, and that nothing was started twice. */
  expectEnd(run: string): Promise<void>;
};

/** Two suites in parallel that fail, one that is skipped then, one that always runs; a deploy starts it. */
export async function makeGatePlan(caller: Caller, repository: SteadyTests): Promise<GatePlan> {
  const post = async (path: string, body?: object) => (await caller.post<CommandAnswer>(path, body)).id;
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
  const onDeploy = { deployedProjectIds: [projectId], environmentId, settleSeconds: 0 };
  const trigger = await post('/triggers', { name: 'Gate', type: 'testPlanDeploy', testPlanId: plan, ...onDeploy });
  const seen = new Set<string>();

  const runs = async () => (await caller.get<TestPlanRunPage>(`/test-plans/${plan}/runs`)).testPlanRuns;
  const look = (run: string) => caller.get<TestPlanRunView>(`/test-plans/${plan}/runs/${run}`);
  const suitesOf = async (run: string) => (await look(run)).stages.flatMap(({ suites }) => suites);
  return {
    deploy: async (key) => {
      await eventually(async () => {
        const deploy = { environment: 'plans', branch: 'main' };
        const headers = { 'idempotency-key': key };
        return (await caller.call('POST', `/projects/${projectId}/deploys`, deploy, headers)).status === 201;
      });
    },
    nextRun: () =>
      eventually(async () => {
        const [run, ...others] = (await runs()).filter(({ id }) => !seen.has(id));
        if (!run) return null;
        expect(others).toEqual([]);
        seen.add(run.id);
        return run.id;
      }),
    underWay: async (run) => {
      await eventually(async () => {
        const all = await suitesOf(run);
        // The second one has waited for the commit that the first one tests.
        const begun = all.filter(({ testRun }) => testRun !== null).length;
        return begun === 2 && all.some(({ counts }) => counts.passCount > 0);
      });
    },
    expectEnd: async (run) => {
      const over = await eventually(async () => {
        const view = await look(run);
        return view.status === 'Running' ? null : view;
      });
      expect(over).toMatchObject({ status: 'completed', passed: false, stageTotals: { pass: 1, fail: 1, skipped: 1 } });
      const ended = await suitesOf(run);
      expect(ended.map(({ status }) => status)).toEqual(['fail', 'fail', 'skipped', 'pass']);
      expect(ended.map(({ attempts }) => attempts.length)).toEqual([1, 1, 0, 1]);
      expect(new Set(ended.flatMap(({ testRunId, commit }) => (testRunId ? [commit] : []))).size).toBe(1);
      expect((await runs()).map(({ id }) => id).sort()).toEqual([...seen].sort());
      expect((await caller.get<TestRunPage>(`/test-runs?project=${projectId}&limit=1`)).total).toBe(3 * seen.size);
      const fired = (await caller.get<TriggerView[]>('/triggers')).find(({ id }) => id === trigger)?.slots ?? [];
      expect(fired.every(({ outcome }) => outcome === 'fired')).toBe(true);
    },
  };
}

/** Kills processes of an installation, and waits until they are back. */
export async function killAndWait(installation: Installation, names: readonly string[]): Promise<void> {
  const timesBack = (name: string) => installation.lines.filter((line) => line === `${name} is back`).length;
  const before = names.map(timesBack);
  await installation.kill(...names);
  await eventually(() => names.every((name, index) => timesBack(name) > (before[index] ?? 0)));
}
