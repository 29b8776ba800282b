import type { EnvironmentView, TestRunView } from '@assay/contract';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import type { Repository } from '../support/makeRepository.ts';
import { createEnvironment, createProject, finishedRun, outcomesOf, resultsOf, startRun } from '../support/runs.ts';
import { makeSteadyTests, steadyOutcomes, steadyProject } from '../support/steadyTests.ts';
import { keepWriting, type Written } from './keepWriting.ts';
import { expectOneResultPerAttempt } from './oneResultPerAttempt.ts';

const environment = 'faults';
const order = { project: steadyProject.key, environment, runners: 2 };

let repository: Repository;
let installation: Installation;
let caller: Caller;

beforeAll(async () => {
  repository = await makeSteadyTests();
  installation = await startInstallation();
  caller = await signIn(installation.url, admin);
  await createEnvironment(caller, { key: environment, name: 'Faults' });
  await createProject(caller, { ...steadyProject, gitUrl: repository.path });
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

/** A run of which some tests are over, some run, and some are to come. */
async function runUnderWay(): Promise<string> {
  const id = await startRun(caller, order);
  await eventually(
    async () => {
      const tests = await resultsOf(caller, id);
      const over = tests.filter(({ status }) => status !== 'PENDING' && status !== 'RUNNING').length;
      return over >= 2 && over < tests.length / 2 && tests.some(({ status }) => status === 'RUNNING');
    },
    { within: 60_000 },
  );
  return id;
}

/** That the run is what it would have been if nothing had happened, but for how long it took. */
async function expectUndisturbed(run: TestRunView): Promise<void> {
  const tests = await resultsOf(caller, run.id);
  expect(outcomesOf(tests)).toEqual(steadyOutcomes);
  expect(tests).toHaveLength(Object.keys(steadyOutcomes).length);
  expect(run).toMatchObject({
    ...{ status: 'FAIL', testCount: 12, passCount: 9, failCount: 2, ignoredCount: 1, notRunCount: 0 },
    ...{ runningCount: 0, remainingTests: 0 },
  });
  await eventually(async () => (await caller.get<TestRunView>(`/test-runs/${run.id}`)).nonExitedRunners === 0);
  await expectOneResultPerAttempt(caller, run.id);
}

async function expectAllThere({ keys, refusals }: Written): Promise<void> {
  expect(refusals).toEqual([]);
  expect(keys.length).toBeGreaterThan(0);
  const there = (await caller.get<EnvironmentView[]>('/environments')).map(({ key }) => key);
  expect(there.filter((key) => keys.includes(key)).sort()).toEqual([...keys].sort());
}

const timesBack = (name: string) => installation.lines.filter((line) => line === `${name} is back`).length;

describe('a run', () => {
  it('has the known results when nothing is disturbed', async () => {
    await expectUndisturbed(await finishedRun(caller, await startRun(caller, order)));
  });

  it.each(['event store', 'document store', 'api', 'projector', 'automation', 'agent'])(
    'ends as if nothing had happened when the %s is killed in the middle of it, and nothing acknowledged is missing',
    async (name) => {
      const before = timesBack(name);
      const writing = keepWriting(caller, name.replace(' ', '-'));
      const id = await runUnderWay();
      process.kill(await installation.pidOf(name), 'SIGKILL');
      const run = await finishedRun(caller, id);
      await eventually(() => timesBack(name) > before, { within: 30_000 });
      await expectUndisturbed(run);
      await expectAllThere(await writing.stop());
    },
  );

  it('ends as if nothing had happened when everything is killed at once and started again', async () => {
    const writing = keepWriting(caller, 'all');
    const id = await runUnderWay();
    await installation.crash();
    const { dataDir, url } = installation;
    installation = await startInstallation({ dataDir, port: Number(new URL(url).port) });
    await expectUndisturbed(await finishedRun(caller, id));
    await expectAllThere(await writing.stop());
  });
});
