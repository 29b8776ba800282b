import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandAnswer, TestResultView, TestRunnerView, TestRunView } from '@assay/contract';
import { type BuiltProcess, startBuilt } from '../support/builtProcess.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { localAgentToken } from '../support/localAgentToken.ts';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { createEnvironment, createProject, finishedRun, resultsOf, startRun } from '../support/runs.ts';

const steps = `
const { Given } = require('@cucumber/cucumber');
Given('it tells', () => console.log('token', process.env.TOKEN, 'level', process.env.LEVEL));
`;
const secret = 'battery-staple-of-the-stage';

let folder: string;
let repository: Repository;
let installation: Installation;
let caller: Caller;
let agent: BuiltProcess | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-pooled-'));
  repository = await makeRepository({
    'package.json': JSON.stringify({ name: 'telling', private: true }),
    'features/steps.js': steps,
    'features/telling.feature': 'Feature: Telling\n\n  Scenario: tells\n    Given it tells\n',
  });
  installation = await startInstallation();
  caller = await signIn(installation.url, admin);
});
afterAll(async () => {
  await agent?.stop();
  await installation.stop();
  await installation.remove();
  await repository.remove();
  await rm(folder, { recursive: true });
});

async function startAgent(args: string[]): Promise<BuiltProcess> {
  const token = await localAgentToken(installation.dataDir);
  return startBuilt('agent', ['--url', installation.url, '--dir', join(folder, 'agent'), '--name', 'pooled', ...args], {
    env: {
      ASSAY_AGENT_TOKEN: token,
      ASSAY_MODULES: join(import.meta.dirname, '../../node_modules'),
      ASSAY_REPORTERS_DIR: join(import.meta.dirname, '../../packages/runner-agent/reporters'),
    },
    ready: /joined/,
  });
}

describe('a pipeline stage with a runner pool', () => {
  it('makes its runs wait for an agent of the pool, which gets its variables and reveals no secret', async () => {
    const pool = await caller.post<CommandAnswer>('/runner-pools', {
      name: 'Large',
      runnerType: 'LINUX',
      maxRunners: 1,
    });
    const stage = await caller.post<CommandAnswer>('/pipeline-stages', {
      name: 'Integration',
      linuxRunnerPoolId: pool.id,
      testRunPriority: 4,
      variables: [
        { key: 'TOKEN', value: secret, encrypted: true, file: false },
        { key: 'LEVEL', value: 'of-the-stage', encrypted: false, file: false },
      ],
    });
    const level = { key: 'LEVEL', value: 'of-the-environment', encrypted: false, file: false };
    const environment = { key: 'staging', name: 'Staging', pipelineStageId: stage.id as never, variables: [level] };
    await createEnvironment(caller, environment);
    const project = { name: 'Telling', key: 'telling', testingFramework: 'CucumberJS' as const, defaultBranch: 'main' };
    await createProject(caller, { ...project, gitUrl: repository.path });
    const id = await startRun(caller, { project: 'telling', environment: 'staging' });
    // The agent on this machine is in no pool.
    await eventually(async () => {
      const run = await caller.get<TestRunView>(`/test-runs/${id}`);
      expect(run).toMatchObject({ status: 'SUBMITTED', priority: 4 });
      expect(run.statusInfo).toBe('Waits for a runner: no runner of pool Large is connected.');
    });
    const misspelt = await startAgent(['--pool', 'Larg']);
    expect(await misspelt.ended).toBe(1);
    expect(misspelt.lines.join('\n')).toContain('There is no runner pool of that name');
    agent = await startAgent(['--pool', 'large']);
    await agent.ready;
    expect(await finishedRun(caller, id)).toMatchObject({ status: 'PASS', passCount: 1, statusInfo: null });
    const runners = await caller.get<TestRunnerView[]>(`/test-runs/${id}/test-runners`);
    expect(new Set(runners.map(({ agentName }) => agentName))).toEqual(new Set(['pooled']));
    const [row] = await resultsOf(caller, id);
    const whole = await caller.get<TestResultView>(`/test-runs/${id}/results/${row?.testId}`);
    expect(JSON.stringify(whole)).toContain('level of-the-environment');
    expect(JSON.stringify(whole)).not.toContain(secret);
  });
});
