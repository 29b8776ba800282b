import {
  type CommandAnswer,
  type CreateEnvironmentRequest,
  type CreateProjectRequest,
  type CreateTestRunRequest,
  type EnvironmentView,
  isFinished,
  type ProjectView,
  type TestResultRow,
  type TestResultsPage,
  type TestResultView,
  type TestRunView,
} from '@assay/contract';
import type { Caller } from './caller.ts';
import { eventually } from './eventually.ts';

/** @returns the new project's id, once it is readable. */
export async function createProject(caller: Caller, project: CreateProjectRequest): Promise<string> {
  const { id } = await caller.post<CommandAnswer>('/projects', project);
  await eventually(async () => (await caller.get<ProjectView[]>('/projects')).some((other) => other.id === id));
  return id;
}

/** @returns the new environment's id, once it is readable. */
export async function createEnvironment(caller: Caller, environment: CreateEnvironmentRequest): Promise<string> {
  const { id } = await caller.post<CommandAnswer>('/environments', environment);
  await eventually(async () => (await caller.get<EnvironmentView[]>('/environments')).some((other) => other.id === id));
  return id;
}

/** @returns the new run's id, once it is readable. */
export async function startRun(caller: Caller, order: CreateTestRunRequest): Promise<string> {
  const { id } = await caller.post<CommandAnswer>('/test-runs', order);
  await eventually(() => caller.get<TestRunView>(`/test-runs/${id}`));
  return id;
}

/** @returns the run once it has its verdict; failed calls are retried. */
export function finishedRun(caller: Caller, id: string): Promise<TestRunView> {
  return eventually(async () => {
    const run = await caller.get<TestRunView>(`/test-runs/${id}`);
    if (!isFinished(run.status)) throw new Error(`the run is ${run.status}: ${run.statusInfo}`);
    return run;
  });
}

export async function resultsOf(caller: Caller, id: string): Promise<TestResultRow[]> {
  return (await caller.get<TestResultsPage>(`/test-runs/${id}/results`)).tests;
}

/** The status of each test, by name. */
export function outcomesOf(tests: readonly Pick<TestResultRow, 'name' | 'status'>[]): Record<string, string> {
  return Object.fromEntries(tests.map(({ name, status }) => [name, status]));
}

/** Every test of a run with all its attempts. */
export async function wholeResultsOf(caller: Caller, id: string): Promise<TestResultView[]> {
  const rows = await resultsOf(caller, id);
  return Promise.all(rows.map(({ testId }) => caller.get<TestResultView>(`/test-runs/${id}/results/${testId}`)));
}
