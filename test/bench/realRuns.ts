import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFinished, type TestResultRow, type TestRunView } from '@assay/contract';
import { startBuilt } from '../support/builtProcess.ts';
import type { Caller } from '../support/caller.ts';
import { createEnvironment, createProject, resultsOf, startRun } from '../support/runs.ts';
import type { Workbench } from './workbench.ts';

/** Seconds that each test sleeps, by file. */
export type Sleepers = Readonly<Record<string, readonly number[]>>;

/** A repository of CucumberJS scenarios that sleep: any longer time of a run is overhead. */
export function sleepingFiles(files: Sleepers): Record<string, string> {
  const features = Object.entries(files).map(([name, seconds]) => {
    const scenarios = seconds.map((each, index) => `  Scenario: ${name} ${index}\n    Given ${each} seconds`);
    return [`features/${name}.feature`, `Feature: ${name}\n${scenarios.join('\n')}\n`] as const;
  });
  const steps = `const { Given, setDefaultTimeout } = require('@cucumber/cucumber');
setDefaultTimeout(120_000);
Given('{float} seconds', (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)));`;
  return { ...Object.fromEntries(features), 'features/steps.js': steps };
}

/** Each poll is work for the processes under measurement. */
const lookMs = 500;
const runMs = 300_000;

async function finishedRun({ get }: Caller, id: string): Promise<TestRunView> {
  for (const until = Date.now() + runMs; Date.now() < until; await sleep(lookMs)) {
    const run = await get<TestRunView>(`/test-runs/${id}`);
    if (isFinished(run.status)) return run;
  }
  throw new Error(`the run ${id} has not ended within ${runMs / 1000} s`);
}

export type RealRun = { run: TestRunView; tests: TestResultRow[] };

/** @property isolate what keeps tests apart, as the agent's option takes it; by default nothing */
type RealProject = { key: string; gitUrl: string; runners: number; isolate?: string };

/**
 * Lets a real, built agent work, like a machine that joins from elsewhere.
 * @param work gets the agent's folder
 */
export async function withAgent<Result>(
  bench: Workbench,
  { runners, isolate = 'none' }: Pick<RealProject, 'runners' | 'isolate'>,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-agent-'));
  const places = ['--capacity', String(runners), '--dir', folder, '--isolate', isolate];
  const agent = startBuilt('agent', ['--url', bench.url(), ...places], {
    env: { ASSAY_AGENT_TOKEN: await bench.agentToken(), ASSAY_LOG_LEVEL: 'warn' },
    ready: /joined/,
  });
  try {
    await agent.ready;
    return await work(folder);
  } finally {
    await agent.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Lets a real, built agent work on a project.
 * @param work gets the agent's folder
 */
export async function withRealAgent<Result>(
  bench: Workbench,
  { key, gitUrl, runners, isolate = 'none' }: RealProject,
  work: (caller: Caller, folder: string) => Promise<Result>,
): Promise<Result> {
  const caller = await bench.caller();
  return await withAgent(bench, { runners, isolate }, async (folder) => {
    const project = { name: key, key, gitUrl, defaultBranch: 'main', testingFramework: 'CucumberJS' as const };
    await createProject(caller, { ...project, defaultMaxRunners: runners });
    await createEnvironment(caller, { name: key, key });
    return await work(caller, folder);
  });
}

/**
 * Runs a repository's tests with a real agent.
 * @param rounds how often; later runs know how long the tests took
 */
export function realRuns(bench: Workbench, order: RealProject & { rounds: number }): Promise<RealRun[]> {
  const { key, rounds } = order;
  return withRealAgent(bench, order, async (caller) => {
    const done: RealRun[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const id = await startRun(caller, { project: key, environment: key });
      const run = await finishedRun(caller, id);
      if (run.status !== 'PASS') throw new Error(`the run is ${run.status}: ${run.statusInfo}`);
      done.push({ run, tests: await resultsOf(caller, id) });
    }
    return done;
  });
}
