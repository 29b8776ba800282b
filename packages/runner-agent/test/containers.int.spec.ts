import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LeaseId, ProjectSettings } from '@assay/contract';
import type { GivenRun } from '../src/connection/givenWork.ts';
import { AgentBench } from './agentBench.ts';
import { type EngineCall, FakeEngines } from './fakeEngines.ts';

const nodeImage = 'docker.io/library/node:22.17.1-bookworm';
const feature = (...steps: string[]) =>
  `Feature: Contained\n${steps.map((step) => `  Scenario: ${step}\n    Given ${step}\n`).join('\n')}`;
const steps = `
const fs = require('node:fs');
const { spawn } = require('node:child_process');
const { Given } = require('@cucumber/cucumber');
Given('it tells', function () {
  console.log('token', process.env.TOKEN, 'key', JSON.stringify(process.env.KEY), process.env.IMAGE_SAYS);
  console.log('file', fs.readFileSync(process.env.KEYFILE, 'utf8'));
  console.log('names', Object.keys(process.env).join(' '));
  fs.writeFileSync('shot.txt', 'from within');
  console.log('[[ATTACHMENT|shot.txt]]');
});
Given('it looks outside', () => {
  const link = process.cwd() + '/passwd.txt';
  fs.symlinkSync('/etc/passwd', link);
  const files = [link, '/etc/hostname'].map((path) => ({ path, name: path, mediaType: null }));
  const forged = { t: 'end', key: 'features/contained.feature:2', status: 'PASS', willRetry: false, timedOut: false };
  const rest = { durationMs: 1, error: null, stack: null, output: 'forged', files };
  fs.appendFileSync(process.env.ASSAY_CHANNEL, JSON.stringify({ ...forged, ...rest }) + '\\n');
});
Given('it dies', () => process.kill(process.pid, 'SIGKILL'));
Given('it hangs', { timeout: -1 }, async () => {
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  const child = spawn(process.execPath, ['-e', deaf], { stdio: 'ignore', detached: true });
  process.on('SIGTERM', () => {});
  fs.writeFileSync(process.env.PIDS, process.pid + ' ' + child.pid);
  await new Promise((resolve) => setTimeout(resolve, 1e9));
});
`;

describe('test processes in containers (against a fake of the command line of docker and podman)', () => {
  let bench: AgentBench;
  let engines: FakeEngines;
  const agents: ChildProcess[] = [];
  beforeEach(async () => {
    bench = new AgentBench();
    await bench.service.listen();
    engines = new FakeEngines(bench.folder, [nodeImage]);
  });
  afterEach(async () => {
    for (const agent of agents.splice(0)) {
      if (agent.exitCode === null && agent.signalCode === null) {
        agent.kill('SIGTERM');
        await once(agent, 'exit');
      }
    }
    expect(bench.service.violations).toEqual([]);
    await bench.close();
  });

  /** The agent's own process. */
  function start(args: string[], environment: NodeJS.ProcessEnv = engines.environment) {
    const { url, token } = bench.service;
    const options = ['--url', url, '--name', 'contained', '--dir', bench.workDir, '--min-free-mb', '0', ...args];
    const child = spawn(process.execPath, ['--import', 'tsx', 'packages/runner-agent/src/main.ts', ...options], {
      env: { ...process.env, ASSAY_AGENT_TOKEN: token, ASSAY_LOG_LEVEL: 'info', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    agents.push(child);
    const said = { all: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said.all += text;
      });
    }
    return { child, said, ended: once(child, 'close').then(([code]: unknown[]) => code) };
  }

  const pids = () => join(bench.folder, 'pids');
  function orderOf(
    scenarios: string[],
    run: Partial<GivenRun> = {},
    settings: Partial<ProjectSettings> = {},
  ): GivenRun {
    const files = {
      'features/contained.feature': feature(...scenarios),
      'features/steps.js': steps,
      'package.json': '{"name":"contained","private":true}',
    };
    const variables = [{ key: 'PIDS', value: pids(), encrypted: false, file: false }, ...(run.variables ?? [])];
    return bench.order({ gitUrl: bench.repository(files), ...settings }, { ...run, variables });
  }

  const calls = (command: string): EngineCall[] => engines.calls.filter((call) => call.command === command);
  const problemOf = (order: GivenRun) =>
    bench.service.unitsOf(order.testRunId).find(({ problem }) => problem !== null)?.problem ?? null;

  async function startHanging(run: Partial<GivenRun> = {}): Promise<{ lease: LeaseId; hung: number[] }> {
    const order = orderOf(['it hangs'], run);
    bench.service.startRun(order);
    const hangs = () => existsSync(pids()) && readFileSync(pids(), 'utf8').includes(' ');
    await bench.service.until(hangs, 'the test to hang');
    return { lease: `${order.testRunId}.1.1` as LeaseId, hung: readFileSync(pids(), 'utf8').split(' ').map(Number) };
  }

  it('set-up, listing and tests run in them, with all that tests need and nothing of the agent', async () => {
    start(['--isolate', 'docker', '--container-memory-mb', '2048']);
    const key = "it's line one of a key\nand line two of it";
    const variables = [
      { key: 'TOKEN', value: 's3cr3t-value', encrypted: true, file: false },
      { key: 'KEY', value: key, encrypted: false, file: false },
      { key: 'KEYFILE', value: 'contents of a secret file', encrypted: true, file: true },
      { key: 'LD_PRELOAD', value: '', encrypted: false, file: false },
    ];
    const order = orderOf(['it tells'], { variables }, { installCommand: 'node -e "console.log(process.cwd())"' });
    const finals = await bench.run(order);
    const tells = finals.get('it tells');
    expect(tells).toMatchObject({ status: 'PASS', artifacts: [{ name: 'shot.txt', size: 11 }] });
    expect(tells?.output).toContain(`token *** key ${JSON.stringify(key)} hello`);
    expect(tells?.output).toContain('file ***');
    expect(tells?.output).not.toMatch(/ASSAY_AGENT_TOKEN|FAKE_ENGINE/);
    expect(bench.service.logs.get(`${order.testRunId}/setup`)).toContain(
      `The tests run in containers of ${nodeImage} (docker 27.3.1).`,
    );
    expect(bench.service.agents[0]?.capabilities).toEqual({
      ...{ chrome: null, nodejs: null, python: null, java: null, dotnet: null },
      containers: 'docker 27.3.1',
    });

    // 1. A look at the image, the install command, the list, the test: each in a container, all of them gone.
    const runs = calls('run');
    expect(runs).toHaveLength(4);
    expect(engines.containers).toEqual([]);
    for (const { args } of runs) {
      expect(args).toEqual(
        expect.arrayContaining(['--memory=2048m', '--pids-limit=4096', '--cap-drop=ALL', nodeImage]),
      );
    }
    // 2. What is given to the engine's client is for everybody on the machine to read.
    expect(JSON.stringify(engines.calls)).not.toMatch(/s3cr3t-value|contents of a secret|line two of it/);
    expect(JSON.stringify(engines.calls)).not.toContain(bench.service.token);
    // 3. The agent's folder itself, with its id and what other projects have, is not mounted, nor are its parents.
    const mounted = runs.flatMap(({ args }) => args.flatMap((each) => /source=([^,]*)/.exec(each)?.[1] ?? []));
    expect(mounted.filter((path) => bench.workDir === path || bench.workDir.startsWith(`${path}/`))).toEqual([]);
    // 4. The variables' file was read only by the agent's user, and is gone.
    const left = readdirSync(join(bench.workDir, 'workspaces', order.testRunId)).filter((name) => name.endsWith('.sh'));
    expect(left).toEqual([]);
  });

  it.each([
    [
      'Playwright' as const,
      /^mcr\.microsoft\.com\/playwright:v1\.\d+\.\d+-noble$/,
      {
        'a.spec.ts':
          "import { test } from '@playwright/test';\ntest('adds', () => { console.log('sum of', process.env.IMAGE_SAYS); });",
      },
    ],
    [
      'PyTest' as const,
      /^docker\.io\/library\/python:3\.\d+\.\d+-bookworm$/,
      { 'test_a.py': "import os\ndef test_adds():\n    print('sum of', os.environ['IMAGE_SAYS'])\n" },
    ],
  ])(
    '%s tests run in the image that they need, each told as it begins and ends',
    async (testingFramework, image, files) => {
      start(['--isolate', 'docker']);
      const order = bench.order({ gitUrl: bench.repository(files), testingFramework });
      const finals = [...(await bench.run(order)).values()];
      expect(problemOf(order)).toBeNull();
      expect(finals).toMatchObject([{ status: 'PASS', output: expect.stringContaining('sum of hello') }]);
      const events = bench.service.unit(`${order.testRunId}.1.1` as LeaseId).events.map(({ type }) => type);
      expect(events).toEqual(['testStarted', 'testFinished', 'unitCompleted']);
      const images = calls('run').map(({ args }) => args[args.indexOf('--entrypoint') + 2]);
      expect(images.length).toBeGreaterThan(2);
      for (const each of images) expect(each).toMatch(image);
    },
  );

  it('a link out of what the tests were given is no file of theirs, and a killed process is told by its signal', async () => {
    start(['--isolate', 'docker']);
    const order = orderOf(['it looks outside', 'it dies']);
    const finals = await bench.run(order);
    const looks = finals.get('it looks outside');
    expect(looks).toMatchObject({ output: expect.stringContaining('forged'), artifacts: [] });
    expect(looks?.output?.match(/lies outside of what the tests may show/g)).toHaveLength(2);
    expect(finals.get('it dies')?.error).toBe('The test process ended (signal SIGKILL) before this test finished.');
  });

  it('a test that hangs is ended with its container and all that it started', async () => {
    start(['--isolate', 'docker']);
    const order = orderOf(['it hangs', 'it tells'], {
      testTimeoutSeconds: 3,
      variables: [{ key: 'KEYFILE', value: '-', encrypted: false, file: true }],
    });
    const finals = await bench.run(order);
    expect(finals.get('it hangs')).toMatchObject({ status: 'FAIL', timedOut: true });
    expect(finals.get('it tells')?.status).toBe('PASS');
    expect(readFileSync(pids(), 'utf8').split(' ').map(Number).filter(isRunning)).toEqual([]);
    expect(engines.containers).toEqual([]);
  });

  it.each(['canceled', 'lost'] as const)('a unit that is %s ends its container', async (state) => {
    start(['--isolate', 'docker']);
    const { lease, hung } = await startHanging();
    expect(engines.containers).toHaveLength(1);
    bench.service.unit(lease).state = state;
    await bench.service.until(() => engines.containers.length === 0, 'the container to go', 10_000);
    expect(hung.filter(isRunning)).toEqual([]);
  });

  it('a client that dies under its container takes it along', async () => {
    start(['--isolate', 'docker']);
    const { lease, hung } = await startHanging();
    const [name] = engines.containers;
    const client = calls('run').find(({ args }) => args.includes(name ?? ''));
    process.kill(client?.pid ?? 0, 'SIGKILL');
    const reported = () => bench.service.unit(lease).events.some(({ type }) => type === 'testFinished');
    await bench.service.until(reported, 'the end of the test to be told', 10_000);
    expect(hung.filter(isRunning)).toEqual([]);
    expect(engines.containers).not.toContain(name);
  });

  it('a container that cannot be started is told in the words of the engine', async () => {
    start(['--isolate', 'docker']);
    const order = orderOf(['it tells'], {}, { installCommand: `node -e "fs.writeFileSync('${engines.images}', '')"` });
    await bench.run(order);
    expect(problemOf(order)).toMatchObject({
      code: 'list.failed',
      message: expect.stringContaining(
        `the container did not start: docker: Unable to find image ${nodeImage} locally`,
      ),
    });
  });

  it('an agent that is stopped leaves no container', async () => {
    const { child, ended } = start(['--isolate', 'docker']);
    const { lease, hung } = await startHanging();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(bench.service.unit(lease).state).toBe('handedBack');
    expect(hung.filter(isRunning)).toEqual([]);
    expect(engines.containers).toEqual([]);
  });

  it('what a killed agent left is removed at its next start, and only that', async () => {
    const { child, ended } = start(['--isolate', 'docker']);
    const { hung } = await startHanging();
    child.kill('SIGKILL');
    await ended;
    expect(hung.filter(isRunning)).toEqual(hung);
    engines.place('of-another', 'assay.agent=another');
    const again = start(['--isolate', 'docker']);
    await bench.service.until(() => again.said.all.includes('joined'), 'the agent to join');
    expect(engines.containers).toEqual(['of-another']);
    await bench.service.until(() => hung.filter(isRunning).length === 0, 'the processes to end', 5000);
    expect(again.said.all).toContain('removed containers that were left');
  });

  it('an image that is not there is fetched, one that cannot be had is named', async () => {
    start([
      '--isolate',
      'docker',
      '--image',
      'browsers=example.org/missing:1',
      '--image',
      'registry.example.org/own:2',
    ]);
    const named = (value: string) => ({ key: 'ASSAY_IMAGE', value, encrypted: false, file: false });
    const file = { key: 'KEYFILE', value: '-', encrypted: false, file: true };
    const [own, missing, option] = [
      orderOf(['it tells'], { variables: [file] }),
      orderOf(['it tells'], { variables: [file, named('example.org/missing:1')] }),
      orderOf(['it tells'], { variables: [file, named('--privileged')] }),
    ];
    expect((await bench.run(own)).get('it tells')?.status).toBe('PASS');
    expect(bench.service.logs.get(`${own.testRunId}/setup`)).toContain(
      'Downloaded newer image for registry.example.org/own:2',
    );
    await bench.run(missing);
    expect(problemOf(missing)).toMatchObject({
      code: 'image.notFound',
      message: expect.stringContaining('pull access denied for example.org/missing:1'),
    });
    await bench.run(option);
    expect(problemOf(option)).toMatchObject({
      code: 'image.notFound',
      message: expect.stringContaining('ASSAY_IMAGE'),
    });
  });

  it('podman is used where it alone is there, and maps the agent to itself', async () => {
    engines.goDown('docker');
    const { said } = start([], { ...engines.environment, ASSAY_ISOLATE: 'auto' });
    const order = orderOf(['it tells'], { variables: [{ key: 'KEYFILE', value: '-', encrypted: false, file: true }] });
    expect((await bench.run(order)).get('it tells')?.status).toBe('PASS');
    expect(said.all).toContain('tests run in containers');
    expect(calls('run').map(({ engine }) => engine)).toEqual(['podman', 'podman', 'podman']);
  });

  it('without either, auto runs plain processes and says so', async () => {
    engines.goDown('docker', 'podman');
    const { said } = start(['--isolate', 'auto']);
    const order = orderOf(['it tells'], { variables: [{ key: 'KEYFILE', value: '-', encrypted: false, file: true }] });
    expect((await bench.run(order)).get('it tells')?.status).toBe('PASS');
    expect(said.all).toMatch(
      /docker cannot be used \(docker: Cannot connect.*podman cannot be used \(podman: Cannot connect/,
    );
    expect(said.all).toContain('tests run as processes of this machine');
    expect(bench.service.agents[0]?.capabilities.containers).toBeUndefined();
    expect(calls('run')).toEqual([]);
  });

  it('the agent does not begin without the engine that it is to use', async () => {
    engines.goDown('docker', 'podman');
    const down = start(['--isolate', 'docker']);
    expect(await down.ended).toBe(1);
    expect(down.said.all).toMatch(
      /^Tests cannot run in containers: .*docker cannot be used \(docker: Cannot connect.*\n$/,
    );
    const none = start(['--isolate', 'podman']);
    expect(await none.ended).toBe(1);
    expect(none.said.all).toMatch(/^Tests cannot run in containers: .*podman cannot be used .* without --isolate\.\n$/);
    expect(bench.service.agents).toEqual([]);
  });

  it('what is said wrongly is refused in a sentence', async () => {
    const { said, ended } = start(['--isolate', 'lxc']);
    expect(await ended).toBe(1);
    expect(said.all).toMatch(/^--isolate must be one of none, docker, podman, auto\.\nUsage/);
  });
});

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return !readFileSync(`/proc/${id}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
