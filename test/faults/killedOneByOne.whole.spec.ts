import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { finishedRun } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests } from '../support/steadyTests.ts';
import { expectAllThere, keepWriting } from './keepWriting.ts';
import { expectUndisturbed, heldRun, prepareSteadyRuns } from './steadyRuns.ts';

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

const timesBack = (name: string) => installation.lines.filter((line) => line === `${name} is back`).length;

describe('a run', () => {
  it.each(['event store', 'document store', 'api', 'projector', 'automation', 'agent'])(
    'ends as if nothing had happened when the %s is killed in the middle of it, and nothing acknowledged is missing',
    async (name) => {
      const before = timesBack(name);
      const id = await heldRun(caller, repository);
      const writing = keepWriting(caller, name.replace(' ', '-'));
      await writing.underWay();
      await repository.letGo();
      await installation.kill(name);
      await eventually(() => timesBack(name) > before);
      await expectAllThere(caller, await writing.stop());
      await expectUndisturbed(caller, await finishedRun(caller, id));
    },
  );
});
