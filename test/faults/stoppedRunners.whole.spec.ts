import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmployeeAgentView, TestResultView, TestRunnerView, UserView } from '@assay/contract';
import { type BuiltProcess, startBuilt } from '../support/builtProcess.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { localAgentToken } from '../support/localAgentToken.ts';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { createProject, finishedRun, resultsOf, startRun } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests } from '../support/steadyTests.ts';
import { expectOneResultPerAttempt } from './oneResultPerAttempt.ts';
import { expectUndisturbed, heldRun, prepareSteadyRuns, steadyOrder } from './steadyRuns.ts';

/** A scenario that hangs the first time in a run, with a child that ignores SIGTERM, and passes afterwards. */
const steps = (marks: string) => `
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { Given } from '@cucumber/cucumber';

const mark = ${JSON.stringify(marks)} + '/' + process.env.ASSAY_TEST_RUN_ID;
Given('it is quick', () => undefined);
Given('it hangs the first time', { timeout: -1 }, async () => {
  if (existsSync(mark)) return;
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  const child = spawn(process.execPath, ['-e', deaf], { stdio: 'ignore' });
  writeFileSync(mark, process.pid + ' ' + child.pid);
  await new Promise((resolve) => setTimeout(resolve, 1e9));
});
`;
const hanging = `Feature: Hanging

  Scenario: before
    Given it is quick

  Scenario: hangs
    Given it hangs the first time

  Scenario: after
    Given it is quick
`;

/** Staff give one for each command, and for reading an account. */
const reason = 'Ticket 4112: it hangs';

let folder: string;
let steady: SteadyTests;
let hung: Repository;
let installation: Installation;
let caller: Caller;
const agents: BuiltProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-stopped-'));
  steady = await makeSteadyTests();
  hung = await makeRepository({
    'package.json': JSON.stringify({ name: 'hanging', private: true, type: 'module' }),
    'cucumber.json': JSON.stringify({ default: { import: ['steps/*.js'] } }),
    'steps/steps.js': steps(folder),
    'features/hanging.feature': hanging,
  });
  installation = await startInstallation({ env: { ASSAY_AGENT: '0' } });
  caller = await signIn(installation.url, admin);
  await prepareSteadyRuns(caller, steady);
  const project = { name: 'Hanging', key: 'hanging', testingFramework: 'CucumberJS' as const, defaultBranch: 'main' };
  await createProject(caller, { ...project, gitUrl: hung.path });
  const { roles } = await caller.get<UserView>('/users/me');
  await caller.post('/employee/access', { accountId: roles[0]?.accountId, reason });
});
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.stop();
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
  await Promise.all([steady, hung].map((repository) => repository.remove()));
  await rm(folder, { recursive: true });
});

async function startAgent(name: string): Promise<BuiltProcess> {
  const token = await localAgentToken(installation.dataDir);
  const args = ['--url', installation.url, '--capacity', '2', '--dir', join(folder, name), '--name', name];
  const agent = startBuilt('agent', args, {
    env: {
      ASSAY_AGENT_TOKEN: token,
      ASSAY_MODULES: join(import.meta.dirname, '../../node_modules'),
      ASSAY_REPORTERS_DIR: join(import.meta.dirname, '../../packages/runner-agent/reporters'),
    },
    ready: /joined/,
  });
  agents.push(agent);
  await agent.ready;
  return agent;
}

const runnersOf = (id: string) => caller.get<TestRunnerView[]>(`/employee/test-runs/${id}/runners`);
/** The agents that have worked on a run. */
const agentsOf = async (id: string) => new Set((await runnersOf(id)).map(({ testRunnerAgentId }) => testRunnerAgentId));
const agentNamed = async (name: string, status: string) =>
  (await caller.get<EmployeeAgentView[]>('/employee/agents')).find(
    (one) => one.name === name && one.status === status,
  ) ?? null;

/** The runner that is currently running a test. */
const busyRunner = (id: string): Promise<TestRunnerView> =>
  eventually(async () => (await runnersOf(id)).find(({ currentTest }) => currentTest !== null) ?? null);

/** A run of the hanging scenario, once it hangs. @returns its id and the hanging processes */
async function hangingRun(): Promise<{ id: string; pids: number[] }> {
  const id = await startRun(caller, { project: 'hanging', environment: 'faults', runners: 1 });
  const mark = join(folder, id);
  await eventually(() => existsSync(mark) && readFileSync(mark, 'utf8').includes(' '));
  return { id, pids: readFileSync(mark, 'utf8').split(' ').map(Number) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('staff', () => {
  it('stop a runner in the middle of a run: every test has its result, once, on the other runner', async () => {
    await Promise.all([startAgent('one'), startAgent('two')]);
    const id = await heldRun(caller, steady);
    const { id: runnerId } = await busyRunner(id);
    await caller.post(`/employee/test-runs/${id}/runners/${runnerId}/stop`, { reason });
    const again = await caller.call('POST', `/employee/test-runs/${id}/runners/${runnerId}/stop`, { reason });
    expect(again).toMatchObject({ status: 409, body: { code: 'testRunner.exited' } });
    await steady.letGo();
    await expectUndisturbed(caller, await finishedRun(caller, id));
    const runners = await runnersOf(id);
    expect(runners.find((one) => one.id === runnerId)).toMatchObject({ status: 'Exited', exitReason: 'stopped' });
    expect(runners.filter(({ exitReason }) => exitReason === 'runEnded').length).toBeGreaterThan(0);
  });

  it('replace a runner that hangs: its processes are ended, and another one takes its place', async () => {
    await startAgent('three');
    const { id, pids } = await hangingRun();
    const { id: runnerId } = await busyRunner(id);
    expect(pids.map(isRunning)).toEqual([true, true]);
    await caller.post(`/employee/test-runs/${id}/runners/${runnerId}/replace`, { reason });
    await eventually(() => !pids.some(isRunning));
    expect(await finishedRun(caller, id)).toMatchObject({ status: 'PASS', testCount: 3, passCount: 3, flakyCount: 0 });
    await expectOneResultPerAttempt(caller, id);
    const runners = await runnersOf(id);
    const replaced = runners.find((one) => one.id === runnerId);
    expect(replaced).toMatchObject({ status: 'Exited', exitReason: 'replaced' });
    expect(runners.map((one) => one.id)).toContain(replaced?.replacedById);
    expect(replaced?.replacedById).not.toBe(runnerId);
  });

  it('stop the only runner of a run: the run goes on with another one', async () => {
    await startAgent('four');
    const { id, pids } = await hangingRun();
    const { id: runnerId } = await busyRunner(id);
    await caller.post(`/employee/test-runs/${id}/runners/${runnerId}/stop`, { reason });
    await eventually(() => !pids.some(isRunning));
    expect(await finishedRun(caller, id)).toMatchObject({ status: 'PASS', passCount: 3 });
  });

  it('stop an agent: it hands back its work, ends its processes and exits, and another agent does the rest', async () => {
    const first = await startAgent('five');
    const { id, pids } = await hangingRun();
    await startAgent('six');
    const { id: agentId } = await eventually(() => agentNamed('five', 'Running'));
    expect(
      (await caller.call('DELETE', `/employee/agents/${agentId}?reason=${encodeURIComponent(reason)}`)).status,
    ).toBe(200);
    expect(await first.ended).toBe(0);
    // Killed before it exited; the process that adopted them may take a moment to reap them.
    await eventually(() => !pids.some(isRunning));
    expect(await finishedRun(caller, id)).toMatchObject({ status: 'PASS', passCount: 3 });
    await expectOneResultPerAttempt(caller, id);
    const [row] = (await resultsOf(caller, id)).filter(({ name }) => name === 'hangs');
    const hangs = await caller.get<TestResultView>(`/test-runs/${id}/results/${row?.testId}`);
    expect(hangs.attemptsDetail.map(({ attempt, status }) => [attempt, status])).toEqual([[1, 'PASS']]);
    await eventually(() => agentNamed('five', 'Exited'));
  });

  it('replace an agent: it finishes its work, and rejoins under another id', async () => {
    const agent = await startAgent('seven');
    const id = await heldRun(caller, steady);
    const old = await eventually(() => agentNamed('seven', 'Running'));
    await caller.post(`/employee/agents/${old.id}/replace`, { reason });
    const again = await caller.call('POST', `/employee/agents/${old.id}/replace`, { reason });
    expect(again).toMatchObject({ status: 409, body: { code: 'agent.replaced' } });
    const next = await startRun(caller, steadyOrder);
    await steady.letGo();
    await expectUndisturbed(caller, await finishedRun(caller, id));
    const successor = await eventually(() => agentNamed('seven', 'Running'));
    const left = await eventually(() => agentNamed('seven', 'Exited'));
    expect(left).toMatchObject({ id: old.id, replacedById: successor.id });
    expect((await agentsOf(id)).has(old.id)).toBe(true);
    await expectUndisturbed(caller, await finishedRun(caller, next));
    expect(await agentsOf(next)).toEqual(new Set([successor.id]));
    expect(agent.lines.join('\n')).toContain('was replaced and joined');
  });
});
