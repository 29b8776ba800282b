import { readFileSync } from 'node:fs';
import { ContainedBench, isRunning } from './containedBench.ts';
import { FakeEngines } from './fakeEngines.ts';

const nodeImage = 'docker.io/library/node:22.17.1-bookworm';
const steps = `
const fs = require('node:fs');
const { spawn } = require('node:child_process');
const { BeforeAll, Given } = require('@cucumber/cucumber');
Given('it passes', () => {});
// Before any test: none of the time that the one that hangs has is taken by this.
BeforeAll(() => {
  if (fs.existsSync(process.env.PIDS)) return;
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  const child = spawn(process.execPath, ['-e', deaf], { stdio: 'ignore', detached: true });
  process.on('SIGTERM', () => {});
  fs.writeFileSync(process.env.PIDS, process.pid + ' ' + child.pid);
});
Given('it hangs', { timeout: -1 }, () => new Promise((resolve) => setTimeout(resolve, 1e9)));
`;

describe('containers end (against a fake of the command line of docker and podman)', () => {
  let bench: ContainedBench;
  let engines: FakeEngines;
  beforeEach(async () => {
    engines = new FakeEngines([nodeImage]);
    bench = await ContainedBench.listen(steps, engines.environment);
  });
  afterEach(async () => {
    await bench.close();
    engines.remove();
  });

  it('a hanging test is ended with its container and everything it started', async () => {
    bench.start(['--isolate', 'docker']);
    const order = bench.orderOf(['it hangs', 'it passes'], {
      testTimeoutSeconds: 3,
    });
    const finals = await bench.run(order);
    expect(finals.get('it hangs')).toMatchObject({ status: 'FAIL', timedOut: true });
    expect(finals.get('it passes')?.status).toBe('PASS');
    expect(readFileSync(bench.pids, 'utf8').split(' ').map(Number).filter(isRunning)).toEqual([]);
    expect(engines.containers).toEqual([]);
  });

  it.each(['canceled', 'lost'] as const)('a unit that is %s ends its container', async (state) => {
    bench.start(['--isolate', 'docker']);
    const { lease, hung } = await bench.startHanging();
    expect(engines.containers).toHaveLength(1);
    bench.service.unit(lease).state = state;
    const gone = () => engines.containers.length === 0 && hung.filter(isRunning).length === 0;
    await bench.service.until(gone, 'the container to go with all that runs in it');
  });

  it('a client that dies takes its container along', async () => {
    bench.start(['--isolate', 'docker']);
    const { lease, hung } = await bench.startHanging();
    const [name] = engines.containers;
    const client = engines.callsOf('run').find(({ args }) => args.includes(name ?? ''));
    process.kill(client?.pid ?? 0, 'SIGKILL');
    const reported = () => bench.service.unit(lease).events.some(({ type }) => type === 'testFinished');
    await bench.service.until(reported, 'the end of the test to be told');
    expect(hung.filter(isRunning)).toEqual([]);
    expect(engines.containers).not.toContain(name);
  });

  it('a stopped agent leaves no container', async () => {
    const { child, ended } = bench.start(['--isolate', 'docker']);
    const { lease, hung } = await bench.startHanging();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(bench.service.unit(lease).state).toBe('handedBack');
    expect(hung.filter(isRunning)).toEqual([]);
    expect(engines.containers).toEqual([]);
  });

  it("a killed agent's containers are removed at its next start, and no others", async () => {
    const { child, ended } = bench.start(['--isolate', 'docker']);
    const { hung } = await bench.startHanging();
    child.kill('SIGKILL');
    await ended;
    expect(hung.filter(isRunning)).toEqual(hung);
    engines.place('of-another', 'assay.agent=another');
    const again = bench.start(['--isolate', 'docker']);
    await bench.service.until(() => again.said.all.includes('joined'), 'the agent to join');
    expect(engines.containers).toEqual(['of-another']);
    await bench.service.until(() => hung.filter(isRunning).length === 0, 'the processes to end');
    expect(again.said.all).toContain('removed containers that were left');
  });

  it('tests of an engine that goes away are handed back, and nothing starts until it answers', async () => {
    const { said } = bench.start(['--isolate', 'docker']);
    const { lease } = await bench.startHanging();
    const { assignment, events } = bench.service.unit(lease);
    const { runnerId, run } = assignment;
    const [left] = engines.containers;
    engines.goDown('docker');
    await bench.service.until(() => bench.service.unit(lease).state === 'handedBack', 'the unit to be given back');
    expect(events.map(({ type }) => type)).toEqual(['testStarted', 'unitHandedBack']);
    expect(bench.service.logs.get(`${run.testRunId}/${runnerId}`)).toMatch(
      /The container engine has gone away: .*docker cannot be used \(docker: Cannot connect/,
    );
    const next = bench.orderOf(['it passes']);
    bench.service.startRun(next);
    await bench.service.until(() => said.all.includes('nothing starts until'), 'the agent to wait');
    expect(engines.containers).toEqual([left]);
    engines.comeBack('docker');
    await bench.service.untilRunEnded(next.testRunId);
    expect(bench.finals(next.testRunId).get('it passes')?.status).toBe('PASS');
    expect(engines.containers).toEqual([]);
  });

  it('a set-up whose engine goes away is handed back as well', async () => {
    bench.start(['--isolate', 'docker']);
    await bench.run(bench.orderOf(['it passes']));
    engines.goDown('docker');
    const lease = bench.service.startRun(bench.orderOf(['it passes']));
    await bench.service.until(() => bench.service.unit(lease).state === 'handedBack', 'the set-up to be given back');
    expect(bench.service.unit(lease).problem).toBeNull();
  });
});
