import type { TestRunView } from '@assay/contract';
import type { Caller } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { createEnvironment, createProject, outcomesOf, resultsOf, startRun } from '../support/runs.ts';
import { type SteadyTests, steadyOutcomes, steadyProject } from '../support/steadyTests.ts';
import { expectOneResultPerAttempt } from './oneResultPerAttempt.ts';

const environment = 'faults';
/** The totals of a run with known results. */
export const steadyOrder = { project: steadyProject.key, environment, runners: 2 };

export async function prepareSteadyRuns(caller: Caller, repository: SteadyTests): Promise<void> {
  await createEnvironment(caller, { key: environment, name: 'Faults' });
  await createProject(caller, { ...steadyProject, gitUrl: repository.path });
}

/** @returns a run held with some tests finished, some running and some pending, until it is released. */
export async function heldRun(caller: Caller, repository: SteadyTests): Promise<string> {
  await repository.hold();
  const id = await startRun(caller, steadyOrder);
  await eventually(async () => {
    const statuses = (await resultsOf(caller, id)).map(({ status }) => status);
    const over = statuses.filter((status) => status === 'PASS' || status === 'IGNORED').length;
    return over >= 2 && statuses.includes('RUNNING') && statuses.includes('PENDING');
  });
  return id;
}

/** @returns a run that just had some tests finished, some running and some pending, and goes on. */
export async function runUnderWay(caller: Caller, repository: SteadyTests): Promise<string> {
  const id = await heldRun(caller, repository);
  await repository.letGo();
  return id;
}

/** Asserts that the run, except for its duration, ended as if nothing had happened. */
export async function expectUndisturbed(caller: Caller, run: TestRunView): Promise<void> {
  const tests = await resultsOf(caller, run.id);
  expect(outcomesOf(tests)).toEqual(steadyOutcomes);
  expect(tests).toHaveLength(Object.keys(steadyOutcomes).length);
  expect(run).toMatchObject({
    status: 'FAIL',
    testCount: 12,
    passCount: 9,
    failCount: 2,
    ignoredCount: 1,
    notRunCount: 0,
    runningCount: 0,
    remainingTests: 0,
  });
  await eventually(async () => (await caller.get<TestRunView>(`/test-runs/${run.id}`)).nonExitedRunners === 0);
  await expectOneResultPerAttempt(caller, run.id);
}
