import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LeaseId } from '@assay/contract';
import { findEngine } from '../src/containers/containerEngine.ts';
import { runArguments } from '../src/containers/runArguments.ts';
import { findCommand } from '../src/process/findCommand.ts';
import { AgentBench } from './agentBench.ts';
import { agentMain } from './agentMain.ts';
import { FakeDaemon } from './fakeDaemon.ts';

const nodeImage = 'docker.io/library/node:22.17.1-bookworm';
const steps = `
const { writeFileSync } = require('node:fs');
const { Given } = require('@cucumber/cucumber');
Given('it tells', () => console.log('token', process.env.TOKEN, process.env.IMAGE_SAYS));
Given('it dies', () => process.kill(process.pid, 'SIGKILL'));
Given('it hangs', { timeout: -1 }, async () => {
  process.on('SIGTERM', () => {});
  writeFileSync(process.env.PIDS, String(process.pid));
  await new Promise((resolve) => setTimeout(resolve, 1e9));
});
`;
const client = process.platform !== 'linux' ? null : findCommand(process.env, ['docker']);

/** Docker's own client with a fake daemon. */
(client ? describe : describe.skip)('the client of docker (needs it, and takes a fake for its daemon)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-docker-'));
  const daemon = new FakeDaemon(join(folder, 'daemon.sock'), [nodeImage]);
  const { asked } = daemon;
  const bench = new AgentBench();
  const environment = {
    ...process.env,
    DOCKER_HOST: `unix://${daemon.socket}`,
    DOCKER_CONFIG: folder,
    DOCKER_CONTEXT: undefined,
  };
  const agents: ChildProcess[] = [];
  beforeAll(async () => {
    await daemon.listen();
    await bench.service.listen();
  });
  afterEach(async () => {
    for (const agent of agents.splice(0)) {
      if (agent.exitCode !== null || agent.signalCode !== null) continue;
      agent.kill('SIGTERM');
      await once(agent, 'exit');
    }
  });
  afterAll(async () => {
    expect(bench.service.violations).toEqual([]);
    await bench.close();
    await daemon.close();
    rmSync(folder, { recursive: true });
  });

  async function call(args: readonly string[]): Promise<{ code: unknown; said: string }> {
    return await new Promise((resolve) => {
      execFile(client ?? '', args, { env: environment }, (error, _out, said) => resolve({ code: error?.code, said }));
    });
  }

  it('creates a container with the intended settings', async () => {
    const engine = { name: 'docker' as const, rootless: false, labeled: true };
    const odd = `${folder}/a, "b"`;
    const args = runArguments(engine, {
      name: 'assay-1',
      agent: 'own',
      image: 'registry.example.org/own:1',
      user: { uid: 1000, gid: 100 },
      mounts: [
        { source: folder, target: folder, readOnly: false },
        { source: odd, target: odd, readOnly: true },
      ],
      directory: folder,
      limits: { memoryMb: 2048, pids: 100, network: 'host' },
      command: [`${folder}/assay-1.sh`, 'node', '--test', '--rm'],
    });
    expect(await call(args)).toEqual({
      code: 125,
      said: expect.stringContaining('No such image: registry.example.org/own:1'),
    });
    const [order] = asked.splice(0);
    expect(order?.path).toBe('/containers/create?name=assay-1');
    expect(order?.body).toMatchObject({
      Image: 'registry.example.org/own:1',
      Entrypoint: ['sh'],
      Cmd: [`${folder}/assay-1.sh`, 'node', '--test', '--rm'],
      User: '1000:100',
      WorkingDir: folder,
      Labels: { 'assay.agent': 'own' },
      Tty: false,
      OpenStdin: false,
      AttachStdout: true,
      AttachStderr: true,
      HostConfig: {
        AutoRemove: true,
        Init: true,
        Privileged: false,
        NetworkMode: 'host',
        CapAdd: null,
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges', 'label=disable'],
        PidsLimit: 100,
        Memory: 2048 * 1024 * 1024,
        ShmSize: 1024 * 1024 * 1024,
        LogConfig: { Type: 'none' },
        Mounts: [
          { Type: 'bind', Source: folder, Target: folder },
          { Type: 'bind', Source: odd, Target: odd, ReadOnly: true },
        ],
      },
    });
    expect(order?.body).toMatchObject({ Env: null });
  });

  it.each([
    [['stop', '-t', '1', 'assay-1'], '/containers/assay-1/stop?t=1'],
    [['rm', '--force', 'assay-1'], '/containers/assay-1?force=1'],
    [['image', 'inspect', '--format', '{{.Id}}', 'node:1'], '/images/node:1/json'],
    [
      ['ps', '--all', '--quiet', '--no-trunc', '--filter', 'label=assay.agent=own'],
      `/containers/json?all=1&filters=${encodeURIComponent('{"label":{"assay.agent=own":true}}')}`,
    ],
  ])('%j requests %s', async (args, path) => {
    await call(args);
    expect(asked.splice(0).map((each) => each.path)).toEqual([path]);
  });

  it('describes its engine, and fails without its daemon', async () => {
    expect(await findEngine('docker', environment)).toEqual({
      name: 'docker',
      command: client,
      version: '27.3.1',
      rootless: true,
      labeled: false,
    });
    const alone = { ...environment, DOCKER_HOST: `unix://${folder}/nobody.sock` };
    expect(await findEngine('docker', alone)).toContain('cannot be used');
  });

  /** The agent's own process. */
  function start(): ChildProcess {
    const { url, token } = bench.service;
    const options = ['--url', url, '--dir', bench.workDir, '--min-free-mb', '0', '--isolate', 'docker'];
    const agent = spawn(process.execPath, [agentMain, ...options], {
      env: { ...environment, ASSAY_AGENT_TOKEN: token, ASSAY_LOG_LEVEL: 'silent' },
      stdio: 'ignore',
    });
    agents.push(agent);
    return agent;
  }

  const pids = () => join(bench.folder, 'pids');
  const hangs = () => existsSync(pids()) && readFileSync(pids(), 'utf8') !== '';
  function orderOf(...scenarios: string[]) {
    const feature = scenarios.map((name) => `  Scenario: ${name}\n    Given ${name}\n`).join('\n');
    const files = { 'features/a.feature': `Feature: A\n${feature}`, 'features/steps.js': steps };
    const variables = [
      { key: 'PIDS', value: pids(), encrypted: false, file: false },
      { key: 'TOKEN', value: 's3cr3t-value', encrypted: true, file: false },
    ];
    return bench.order({ gitUrl: bench.repository(files) }, { variables });
  }

  it('returns the output and the exit of a process to the agent', async () => {
    start();
    const finals = await bench.run(orderOf('it tells', 'it dies'));
    expect(finals.get('it tells')).toMatchObject({ status: 'PASS', output: 'token *** hello\n' });
    expect(finals.get('it dies')?.error).toBe('The test process ended (signal SIGKILL) before this test finished.');
    expect(JSON.stringify(asked.splice(0))).not.toContain('s3cr3t-value');
    expect(daemon.containers).toEqual([]);
  });

  it('ends a canceled unit, and the containers of a killed agent', async () => {
    const first = start();
    const order = orderOf('it hangs');
    const lease = bench.service.startRun(order).replace(/\.0\.1$/, '.1.1') as LeaseId;
    await bench.service.until(hangs, 'the test to hang');
    bench.service.unit(lease).state = 'canceled';
    await bench.service.until(() => daemon.containers.length === 0, 'the container to go');

    writeFileSync(pids(), '');
    bench.service.startRun(orderOf('it hangs'));
    await bench.service.until(hangs, 'the second test to hang');
    expect(daemon.containers).toHaveLength(1);
    first.kill('SIGKILL');
    await once(first, 'exit');
    expect(daemon.containers).toHaveLength(1);
    start();
    await bench.service.until(() => daemon.containers.length === 0, 'the left container to go');
  });
});
