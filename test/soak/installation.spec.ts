import { expectAllThere, keepWriting } from '../faults/keepWriting.ts';
import { expectUndisturbed, prepareSteadyRuns, runUnderWay } from '../faults/steadyRuns.ts';
import { startBuilt } from '../support/builtProcess.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { finishedRun, resultsOf } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests } from '../support/steadyTests.ts';
import { anyNumber, rounds, tell } from './chance.ts';

const victims = ['event store', 'document store', 'api', 'projector', 'automation', 'agent', 'everything'];
/** A round of a whole installation takes ten times as long as one of a store. */
const installationRounds = Math.ceil(rounds / 5);

describe('an installation', () => {
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

  async function kill(victim: string): Promise<void> {
    if (victim !== 'everything') {
      const before = installation.lines.filter((line) => line === `${victim} is back`).length;
      await installation.kill(victim);
      const isBack = () => installation.lines.filter((line) => line === `${victim} is back`).length > before;
      await eventually(isBack);
      return;
    }
    await installation.crash();
    const { dataDir, url } = installation;
    installation = await startInstallation({ dataDir, port: Number(new URL(url).port) });
  }

  it.each(Array.from({ length: installationRounds }, (_, index) => index + 1))(
    'finishes its run as if nothing had happened, and keeps all it acknowledged (round %d)',
    async (round) => {
      const victim = victims[anyNumber(0, victims.length - 1)] ?? 'api';
      const writing = keepWriting(caller, `round-${round}`);
      const id = await runUnderWay(caller, repository);
      const over = anyNumber(2, 9);
      await eventually(
        async () => (await resultsOf(caller, id)).filter(({ status }) => status !== 'PENDING').length >= over,
      );
      tell(`installation, round ${round}: ${victim} killed with ${over} tests begun`);
      await kill(victim);
      await expectUndisturbed(caller, await finishedRun(caller, id));
      await expectAllThere(caller, await writing.stop());
    },
  );

  it('passes `verify` afterwards', async () => {
    const verify = startBuilt('verify', [], { env: { ASSAY_DATA_DIR: installation.dataDir } });
    expect([await verify.ended, verify.lines.at(-1)]).toEqual([0, 'All is well.']);
    tell(`installation: ${installationRounds} rounds, all is well`);
  });
});
