import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AgentView, TestRunView } from '@assay/contract';
import { type BuiltProcess, startBuilt } from '../support/builtProcess.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { localAgentToken } from '../support/localAgentToken.ts';
import { finishedRun, startRun, wholeResultsOf } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests } from '../support/steadyTests.ts';
import { BadNetwork } from './badNetwork.ts';
import { expectUndisturbed, heldRun, prepareSteadyRuns, runUnderWay, steadyOrder } from './steadyRuns.ts';

let repository: SteadyTests;
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

/** An agent that reaches the service through the bad network. */
async function startAgent(
  name: string,
  {
    env = {},
    dir = join(folder, name),
    args = [],
  }: { env?: Record<string, string>; dir?: string; args?: string[] } = {},
): Promise<BuiltProcess> {
  const token = await localAgentToken(installation.dataDir);
  const agent = startBuilt('agent', ['--url', network.url, '--capacity', '2', '--dir', dir, '--name', name, ...args], {
    env: {
      ASSAY_AGENT_TOKEN: token,
      ASSAY_MODULES: join(import.meta.dirname, '../../node_modules'),
      ASSAY_REPORTERS_DIR: join(import.meta.dirname, '../../packages/runner-agent/reporters'),
      ...env,
    },
    ready: /joined/,
  });
  agents.push(agent);
  await agent.ready;
  return agent;
}

/** Whether tests may mount a file system on this machine. */
function canMount(): boolean {
  const there = mkdtempSync(join(tmpdir(), 'assay-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', there], { stdio: 'ignore' });
    execFileSync('umount', [there]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(there);
  }
}

const statusOf = async (name: string) =>
  (await caller.get<AgentView[]>('/agents')).find((agent) => agent.name === name)?.status;

describe('a run whose agent is in trouble ends as if nothing had happened', () => {
  it('when the network is down for less than a lease: work done meanwhile is not repeated', async () => {
    await startAgent('patient');
    const id = await runUnderWay(caller, repository);
    network.cut();
    await eventually(() => network.refused >= 3);
    network.mend();
    const run = await finishedRun(caller, id);
    await expectUndisturbed(caller, run);
    const runners = new Set((await wholeResultsOf(caller, id)).flatMap(({ attemptsDetail }) => attemptsDetail));
    expect([...runners].every(({ testRunnerId }) => testRunnerId !== null)).toBe(true);
  });

  it('when the network is down for longer than a lease: another agent goes on, and the first one is ignored', async () => {
    await startAgent('cut-off');
    const id = await heldRun(caller, repository);
    network.cut();
    await eventually(async () => (await statusOf('cut-off')) === 'Exited');
    network.mend();
    await startAgent('fresh');
    await repository.letGo();
    const run = await finishedRun(caller, id);
    await expectUndisturbed(caller, run);
    // The agent is connected again.
    await eventually(async () => (await statusOf('cut-off')) === 'Running');
  });

  it('when every post of results arrives twice, the second time too late', async () => {
    await startAgent('stutterer');
    network.repeatsPosts = true;
    // The number of posts depends on the network and the service.
    while (network.repeated <= 3) {
      await expectUndisturbed(caller, await finishedRun(caller, await startRun(caller, steadyOrder)));
    }
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
      return { env: { NODE_OPTIONS: `--import ${pathToFileURL(file).href}` } };
    };
    await startAgent('behind', await shift('behind', -3_600_000));
    await startAgent('ahead', await shift('ahead', 3_600_000));
    const run = await finishedRun(caller, await startRun(caller, { ...steadyOrder, runners: 4 }));
    await expectUndisturbed(caller, run);
    // The service's own clock measures the duration, without the hour.
    expect(run.calculatedDuration).toBeGreaterThan(0);
    expect(run.calculatedDuration).toBeLessThan(1_800_000);
  });

  it('when it is stopped with time to finish: it finishes its work, and another agent does the rest', async () => {
    const leaving = await startAgent('leaving', { args: ['--finish-seconds', '180'] });
    const id = await heldRun(caller, repository);
    const before = (await wholeResultsOf(caller, id)).filter(({ status }) => status === 'RUNNING');
    const left = leaving.stop();
    // It may have finished already.
    await eventually(async () => /Draining|Exited/.test((await statusOf('leaving')) ?? ''));
    await startAgent('next');
    await repository.letGo();
    await left;
    expect(await leaving.ended).toBe(0);
    await expectUndisturbed(caller, await finishedRun(caller, id));
    const after = new Map((await wholeResultsOf(caller, id)).map((test) => [test.testId, test]));
    // It finished what was running when it was told to stop.
    for (const { testId, testRunnerId } of before) expect(after.get(testId)?.testRunnerId).toBe(testRunnerId);
    await eventually(async () => (await statusOf('leaving')) === 'Exited');
  });

  const smallDisk = canMount() ? it : it.skip;
  smallDisk('when its disk is full for a while (skipped if no small file system can be mounted)', async () => {
    const dir = join(folder, 'small');
    await mkdir(dir);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', dir]);
    try {
      const agent = await startAgent('small', { dir, args: ['--min-free-mb', '0'] });
      const id = await heldRun(caller, repository);
      // What the agent still has to send would leave room behind when it is sent.
      const waiting = async () => {
        const names = (await readdir(join(dir, 'spool'))).filter((name) => name.endsWith('.ndjson'));
        const files = await Promise.all(names.map((name) => stat(join(dir, 'spool', name))));
        return files.reduce((sum, { size }) => sum + size, 0);
      };
      await eventually(async () => (await waiting()) === 0);
      execFileSync('sh', ['-c', 'cat /dev/zero > fill 2>/dev/null || true'], { cwd: dir });
      await repository.letGo();
      await eventually(() => agent.lines.some((line) => line.includes('cannot be written to disk')));
      await rm(join(dir, 'fill'));
      await expectUndisturbed(caller, await finishedRun(caller, id));
      await agent.stop();
    } finally {
      execFileSync('umount', ['--lazy', dir]);
    }
  });

  smallDisk('when its disk is too full to begin: it takes no work until there is room', async () => {
    const dir = join(folder, 'cramped');
    await mkdir(dir);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', dir]);
    try {
      await writeFile(join(dir, 'fill'), Buffer.alloc(8 * 1024 * 1024));
      const agent = await startAgent('cramped', { dir, args: ['--min-free-mb', '20'] });
      const id = await startRun(caller, steadyOrder);
      await eventually(() => agent.lines.some((line) => line.includes('too full to take work')));
      await eventually(async () => (await caller.get<TestRunView>(`/test-runs/${id}`)).status === 'SUBMITTED');
      await rm(join(dir, 'fill'));
      await expectUndisturbed(caller, await finishedRun(caller, id));
      await agent.stop();
    } finally {
      execFileSync('umount', ['--lazy', dir]);
    }
  });

  it('when two agents share one token', async () => {
    await startAgent('one');
    await startAgent('two');
    await eventually(async () => {
      expect([await statusOf('one'), await statusOf('two')]).toEqual(['Running', 'Running']);
    });
    const run = await finishedRun(caller, await startRun(caller, { ...steadyOrder, runners: 4 }));
    await expectUndisturbed(caller, run);
  });
});
