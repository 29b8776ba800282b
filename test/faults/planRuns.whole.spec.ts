import { type Caller, signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { makeSteadyTests, type SteadyTests } from '../support/steadyTests.ts';
import { type GatePlan, killAndWait, makeGatePlan } from './gatePlan.ts';

let repository: SteadyTests;
let installation: Installation;
let caller: Caller;
let plan: GatePlan;

beforeAll(async () => {
  repository = await makeSteadyTests();
  installation = await startInstallation();
  caller = await signIn(installation.url, admin);
  plan = await makeGatePlan(caller, repository);
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

describe('a plan run that a deploy starts', () => {
  // Which one is killed when, over and over: `npm run soak -- --only plans`.
  it('starts once, goes on, and starts nothing twice when stores and processes are killed after the deploy and in the middle of it', async () => {
    await repository.hold();
    await plan.deploy('release');
    await killAndWait(installation, ['event store', 'automation']);
    const run = await plan.nextRun();
    await plan.underWay(run);
    await Promise.all([killAndWait(installation, ['document store', 'api']), repository.letGo()]);
    await plan.expectEnd(run);
  });
});
