import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AgentView, agentProtocol } from '@assay/contract';
import { type BuiltProcess, startBuilt } from '../support/builtProcess.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import type { Repository } from '../support/makeRepository.ts';
import { finishedRun, startRun, wholeResultsOf } from '../support/runs.ts';
import { makeSteadyTests } from '../support/steadyTests.ts';
import { BadNetwork } from './badNetwork.ts';
import { expectUndisturbed, prepareSteadyRuns, runUnderWay, steadyOrder } from './steadyRuns.ts';

let repository: Repository;
let installation: Installation;
let caller: Caller;
let network: BadNetwork;
let folder: string;
const agents: BuiltProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-agents-'));
  repository = await makeSteadyTests();
  installation = await startInstallation({ env: { ASSAY_AGENT: '0' } });
  caller = await signIn(installation.url, admin);
  network = await BadNetwork.before(installation.url);
  await prepareSteadyRuns(caller, repository);
});
afterEach(async () => {
  network.mend();
  network.repeatsPosts = false;
  for (const agent of agents.splice(0)) await agent.stop();
});
afterAll(async () => {
  await network.close();
  await installation.stop();
  await installation.remove();
  await repository.remove();
  await rm(folder, { recursive: true });
});

/** An agent that reaches the service by the bad network. */
async function startAgent(name: string, env: Record<string, string> = {}): Promise<BuiltProcess> {
  const token = (await readFile(join(installation.dataDir, 'keys', 'local-agent-token'), 'utf8')).trim();
  const agent = startBuilt(
    'agent',
    ['--url', network.url, '--capacity', '2', '--dir', join(folder, name), '--name', name],
    {
      env: {
        ...{ ASSAY_AGENT_TOKEN: token, ASSAY_MODULES: join(import.meta.dirname, '../../node_modules') },
        ...{ ASSAY_REPORTERS_DIR: join(import.meta.dirname, '../../packages/runner-agent/reporters'), ...env },
      },
      ready: /joined/,
    },
  );
  agents.push(agent);
  await agent.ready;
  return agent;
}

const statusOf = async (name: string) =>
  (await caller.get<AgentView[]>('/agents')).find((agent) => agent.name === name)?.status;

describe('a run whose agent is in trouble ends as if nothing had happened', () => {
  it('when the network is away for less than a lease: what was done meanwhile is not done again', async () => {
    await startAgent('patient');
    const id = await runUnderWay(caller);
    network.cut();
    await eventually(() => network.refused >= 3);
    network.mend();
    const run = await finishedRun(caller, id);
    await expectUndisturbed(caller, run);
    const runners = new Set((await wholeResultsOf(caller, id)).flatMap(({ attemptsDetail }) => attemptsDetail));
    expect([...runners].every(({ testRunnerId }) => testRunnerId !== null)).toBe(true);
  });

  it('when the network is away for longer than a lease: another agent goes on, and the first one is heard no more', async () => {
    await startAgent('cut-off');
    const id = await runUnderWay(caller);
    network.cut();
    await eventually(async () => (await statusOf('cut-off')) === 'Exited', { within: 90_000 });
    network.mend();
    await startAgent('fresh');
    const run = await finishedRun(caller, id);
    await expectUndisturbed(caller, run);
    // The agent that was away is one of us again.
    await eventually(async () => (await statusOf('cut-off')) === 'Running', { within: 30_000 });
  });

  it('when every post of results arrives twice, the second time too late', async () => {
    await startAgent('stutterer');
    network.repeatsPosts = true;
    const run = await finishedRun(caller, await startRun(caller, steadyOrder));
    expect(network.repeated).toBeGreaterThan(3);
    await expectUndisturbed(caller, run);
  });

  it('when its clock is an hour behind, or an hour ahead', async () => {
    const shift = async (name: string, ms: number) => {
      const file = join(folder, `${name}.mjs`);
      const shifted = `const real = Date;
        globalThis.Date = class extends real {
          constructor(...given) { given.length === 0 ? super(real.now() + ${ms}) : super(...given); }
          static now() { return real.now() + ${ms}; }
        };`;
      await writeFile(file, shifted);
      return { NODE_OPTIONS: `--import ${pathToFileURL(file).href}` };
    };
    await startAgent('behind', await shift('behind', -3_600_000));
    await startAgent('ahead', await shift('ahead', 3_600_000));
    const run = await finishedRun(caller, await startRun(caller, { ...steadyOrder, runners: 4 }));
    await expectUndisturbed(caller, run);
    // The service's own clock says how long it took.
    expect(run.calculatedDuration).toBeLessThan(agentProtocol.leaseSeconds * 1000 * 6);
  });

  it('when two agents share one token', async () => {
    await startAgent('one');
    await startAgent('two');
    const run = await finishedRun(caller, await startRun(caller, { ...steadyOrder, runners: 4 }));
    await expectUndisturbed(caller, run);
    const results = await wholeResultsOf(caller, run.id);
    const runners = new Set(
      results.flatMap(({ attemptsDetail }) => attemptsDetail.map(({ testRunnerId }) => testRunnerId)),
    );
    expect(runners.size).toBe(4);
  });
});
