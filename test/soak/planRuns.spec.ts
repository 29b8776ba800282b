import { type GatePlan, killAndWait, makeGatePlan } from '../faults/gatePlan.ts';
import { signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { makeSteadyTests, type SteadyTests } from '../support/steadyTests.ts';
import { anyNumber, rounds, tell } from './chance.ts';

const names = ['event store', 'document store', 'api', 'projector', 'automation', 'agent'];
/** A plan run takes ten times as long as a round of a store. */
const planRounds = Math.ceil(rounds / 5);

describe('plan runs that deploys start', () => {
  let repository: SteadyTests;
  let installation: Installation;
  let plan: GatePlan;
  beforeAll(async () => {
    repository = await makeSteadyTests();
    installation = await startInstallation();
    plan = await makeGatePlan(await signIn(installation.url, admin), repository);
  });
  afterAll(async () => {
    await installation.stop();
    await installation.remove();
    await repository.remove();
  });

  it.each(Array.from({ length: planRounds }, (_, index) => index + 1))(
    'start once and end as if nothing had happened, whatever is killed when (round %d)',
    async (round) => {
      const [first, second] = [0, 1].map(() => names[anyNumber(0, names.length - 1)] ?? 'api');
      tell(`plan runs, round ${round}: ${first} after the deploy, ${second} in the middle`);
      await repository.hold();
      await plan.deploy(`round-${round}`);
      await killAndWait(installation, [first ?? 'api']);
      const run = await plan.nextRun();
      await plan.underWay(run);
      await Promise.all([killAndWait(installation, [second ?? 'api']), repository.letGo()]);
      await plan.expectEnd(run);
    },
  );
});
