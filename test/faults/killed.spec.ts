import { type Caller, signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { finishedRun, startRun } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests } from '../support/steadyTests.ts';
import { expectAllThere, keepWriting } from './keepWriting.ts';
import { expectUndisturbed, heldRun, prepareSteadyRuns, steadyOrder } from './steadyRuns.ts';

let repository: SteadyTests;
let installation: Installation;
let caller: Caller;

beforeAll(async () => {
  repository = await makeSteadyTests();
  installation = await startInstallation();
  caller = await signIn(installation.url, admin);
  await prepareSteadyRuns(caller, repository);
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

describe('a run', () => {
  it('has the known results if nothing is disturbed', async () => {
    await expectUndisturbed(caller, await finishedRun(caller, await startRun(caller, steadyOrder)));
  });

  it('ends as if nothing had happened when everything is killed at once and started again', async () => {
    const id = await heldRun(caller, repository);
    const writing = keepWriting(caller, 'all');
    await writing.underWay();
    await repository.letGo();
    await installation.crash();
    const { dataDir, url } = installation;
    installation = await startInstallation({ dataDir, port: Number(new URL(url).port) });
    await expectAllThere(caller, await writing.stop());
    await expectUndisturbed(caller, await finishedRun(caller, id));
  });
});
