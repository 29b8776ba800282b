import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Assignment, agentProtocol, type LeaseId, leaseIdOf } from '@assay/contract';
import { FolderInUseError, TokenRefusedError } from '../src/index.ts';
import { AgentBench } from './agentBench.ts';

const idle = `const { spawn } = require('node:child_process');
const { existsSync, writeFileSync } = require('node:fs');
const { Given } = require('@cucumber/cucumber');
Given('it idles', { timeout: -1 }, async () => {
  const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"]);
  writeFileSync(process.env.PIDS, process.pid + ' ' + child.pid);
  process.on('SIGTERM', () => {});
  await new Promise((resolve) => setTimeout(resolve, 1e9));
});
Given('it is quick', () => {});
Given('it waits for the mark', { timeout: -1 }, async () => {
  while (!existsSync(process.env.MARK)) await new Promise((resolve) => setTimeout(resolve, 10));
});
Given('it tells', () => {
  console.log('token', process.env.TOKEN, 'plain', process.env.PLAIN);
  console.log('file', require('node:fs').readFileSync(process.env.KEYFILE, 'utf8'), process.env.KEYFILE);
  console.log(Object.keys(process.env).join(' '), process.env.ASSAY_BASE_URL, process.env.CI);
  throw new Error('refused ' + process.env.TOKEN);
});
`;
/** What the key of the agent does not open. */
const elsewhere = { encapsulatedKey: 'AAAA', content: 'AAAA' };
const scenario = (name: string, step: string) => `  Scenario: ${name}\n    Given ${step}\n`;

describe('leases, spools and the end of an agent', () => {
  let bench: AgentBench;
  beforeEach(async () => {
    bench = await AgentBench.open();
  });
  afterEach(async () => {
    expect(bench.service.violations).toEqual([]);
    await bench.close();
  });

  function orderOf(scenarios: string[], run: Parameters<AgentBench['order']>[1] = {}) {
    const files = { 'features/a.feature': `Feature: A\n${scenarios.join('\n')}`, 'features/steps.js': idle };
    const pids = { key: 'PIDS', value: join(bench.folder, 'pids'), encrypted: false, file: false };
    return bench.order({ gitUrl: bench.repository(files) }, { ...run, variables: [pids, ...(run.variables ?? [])] });
  }

  async function startIdleTest(): Promise<{ lease: LeaseId; pids: number[] }> {
    const order = orderOf([scenario('quick', 'it is quick'), scenario('idle', 'it idles')]);
    bench.service.startRun(order);
    const lease = `${order.testRunId}.1.1` as LeaseId;
    const pids = join(bench.folder, 'pids');
    await bench.service.until(() => existsSync(pids) && readFileSync(pids, 'utf8').includes(' '), 'the idle test');
    await bench.service.until(() => bench.service.unit(lease).events.length === 3, 'the events so far');
    return { lease, pids: readFileSync(pids, 'utf8').split(' ').map(Number) };
  }

  it('a canceled unit is ended with all its processes at the next renewal', async () => {
    const { lease, pids } = await startIdleTest();
    expect(pids.filter(isRunning)).toHaveLength(2);
    bench.service.unit(lease).state = 'canceled';
    await bench.service.until(() => pids.filter(isRunning).length === 0, 'the end of the processes');
    expect(bench.service.unit(lease).events).toHaveLength(3);
    // The slot is free again.
    const next = orderOf([scenario('quick', 'it is quick')]);
    expect((await bench.run(next)).get('quick')?.status).toBe('PASS');
  });

  it('a lost unit is ended and its results are no longer sent', async () => {
    const { lease, pids } = await startIdleTest();
    bench.service.unit(lease).state = 'lost';
    await bench.service.until(() => pids.filter(isRunning).length === 0, 'the end of the processes');
    await bench.service.until(() => !existsSync(join(bench.workDir, 'spool', `${lease}.ndjson`)), 'the spool to go');
    expect(bench.service.unit(lease).events).toHaveLength(3);
  });

  it('a service that is temporarily away loses no result and fails no test', async () => {
    const others = Array.from({ length: 8 }, (_, n) => scenario(`quick ${n}`, 'it is quick'));
    const mark = join(bench.folder, 'mark');
    const variables = [{ key: 'MARK', value: mark, encrypted: false, file: false }];
    const order = orderOf([scenario('waits', 'it waits for the mark'), ...others], { variables });
    bench.service.startRun(order);
    const lease = `${order.testRunId}.1.1` as LeaseId;
    await bench.service.until(() => bench.service.units.get(lease)?.events.length === 1, 'the first test');
    bench.service.down = true;
    writeFileSync(mark, '');
    const spool = join(bench.workDir, 'spool', `${lease}.ndjson`);
    const spooled = () => existsSync(spool) && readFileSync(spool, 'utf8').includes('unitCompleted');
    await bench.service.until(spooled, 'the unit to be done while the service is away');
    expect(bench.service.unit(lease).events).toHaveLength(1);
    bench.service.down = false;
    await bench.service.untilRunEnded(order.testRunId);
    const statuses = [...bench.finals(order.testRunId).values()].map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 9 }, () => 'PASS'));
  });

  it('lost responses and reported gaps cause neither duplicates nor missing results', async () => {
    bench.service.lostAnswers = 4;
    bench.service.gapsToClaim = 3;
    const order = bench.order({ gitUrl: bench.sample('cucumber-shop') }, { includeTags: ['@cart'] });
    const finals = await bench.run(order);
    expect(finals.size).toBe(6);
    const events = bench.service.unit(`${order.testRunId}.1.1` as LeaseId).events;
    expect(events.filter(({ type }) => type === 'testStarted')).toHaveLength(6);
    expect(events.filter(({ type }) => type === 'testFinished')).toHaveLength(6);
  });

  const spoilt: readonly (readonly [string, (assignment: Assignment) => unknown])[] = [
    ['breaks the contract', (assignment) => ({ ...assignment, tests: [{ name: null }] })],
    ['is sealed for another key', (assignment) => ({ ...assignment, variables: elsewhere })],
    ['has variables that are not encrypted', (assignment) => ({ ...assignment, variables: 'plain' })],
  ];
  it.each(spoilt)('a unit that %s is handed back, and the others of the claim run', async (_, spoil) => {
    const [bad, good] = ['bad', 'good'].map(() => orderOf([scenario('quick', 'it is quick')]));
    if (!bad || !good) throw new Error('no orders');
    const lease = leaseIdOf(bad.testRunId, 0, 1);
    bench.service.spoilt.set(lease, spoil);
    bench.service.startRun(bad);
    expect((await bench.run(good)).get('quick')?.status).toBe('PASS');
    await bench.service.until(() => bench.service.unit(lease).state === 'handedBack', 'the unit to come back');
  });

  it('a stopped agent hands its unit back and signs off', async () => {
    const { lease, pids } = await startIdleTest();
    await bench.stopAgent();
    expect(bench.service.unit(lease).state).toBe('handedBack');
    expect(pids.filter(isRunning)).toEqual([]);
    expect(bench.service.exited).toHaveLength(1);
  });

  it('an agent stopped while the service is away keeps its last events for its next start', async () => {
    const { lease, pids } = await startIdleTest();
    bench.service.down = true;
    await bench.stopAgent();
    expect(pids.filter(isRunning)).toEqual([]);
    expect(readFileSync(join(bench.workDir, 'spool', `${lease}.ndjson`), 'utf8')).toContain('unitHandedBack');
    bench.service.down = false;
    await bench.startAgent();
    await bench.service.until(() => bench.service.unit(lease).state === 'handedBack', 'the delivery');
  });

  it('keeps its id over a restart, and its folder to itself', async () => {
    await expect(bench.startAgent()).rejects.toThrow(FolderInUseError);
    await bench.stopAgent();
    await bench.startAgent();
    const [first, second] = bench.service.agents;
    expect(second?.agentId).toBe(first?.agentId);
  });

  it('is told in a sentence that its token is not valid', async () => {
    await bench.stopAgent();
    await expect(bench.startAgent({ token: 'wrong' })).rejects.toThrow(TokenRefusedError);
    // The folder is free again for an agent with a valid token.
    await bench.startAgent();
  });

  it('removes the folder of a finished run', async () => {
    const order = orderOf([scenario('quick', 'it is quick')]);
    await bench.run(order);
    const folder = join(bench.workDir, 'workspaces', order.testRunId);
    expect(statSync(folder).isDirectory()).toBe(true);
    bench.service.finishedRuns.add(order.testRunId);
    await bench.service.until(() => !existsSync(folder), 'the folder to go');
  });

  it('removes the temporary folders of runs that a killed agent has left: at its next start, or with their run', async () => {
    await bench.stopAgent();
    const { testRunId } = orderOf([]);
    const temporary = join(bench.workDir, 'unit-tmp', testRunId);
    mkdirSync(join(temporary, 'unit-1-1'), { recursive: true });
    await bench.startAgent();
    expect(existsSync(temporary)).toBe(false);
    mkdirSync(join(temporary, 'unit-1-1'), { recursive: true });
    mkdirSync(join(bench.workDir, 'workspaces', testRunId));
    bench.service.finishedRuns.add(testRunId);
    await bench.service.until(() => !existsSync(temporary), 'the temporary folder to go');
  });

  it('delivers the leftover results of a killed agent, as far as they are still wanted', async () => {
    await bench.stopAgent();
    const order = orderOf([]);
    const wanted = bench.service.queueUnit(order, 'tests', 1, []);
    bench.service.unit(wanted).state = 'held';
    const spool = join(bench.workDir, 'spool');
    mkdirSync(spool, { recursive: true });
    const line = (sequence: number, event: object) => `${JSON.stringify({ sequence, files: [], event })}\n`;
    const completed = line(1, { type: 'unitCompleted', problem: null });
    writeFileSync(join(spool, `${wanted}.ndjson`), `${completed}{"sequence":2,"files":[],"eve`);
    writeFileSync(join(spool, `${order.testRunId}.7.1.ndjson`), completed);
    await bench.startAgent();
    await bench.service.until(() => bench.service.unit(wanted).state === 'completed', 'the delivery');
    await bench.service.until(() => !existsSync(join(spool, `${order.testRunId}.7.1.ndjson`)), 'the spools to go');
  });

  it('gives tests their variables and nothing of its own, and masks secrets', async () => {
    process.env.ASSAY_AGENT_TOKEN = 'the-agents-own-token';
    const variables = [
      { key: 'TOKEN', value: 's3cr3t-value', encrypted: true, file: false },
      { key: 'PLAIN', value: 'seen', encrypted: false, file: false },
      { key: 'KEYFILE', value: 'line one of a key\nline two of a key', encrypted: true, file: true },
    ];
    const order = orderOf([scenario('tells', 'it tells')], { variables, environmentUrl: 'http://shop.example' });
    const result = (await bench.run(order)).get('tells');
    delete process.env.ASSAY_AGENT_TOKEN;
    expect(result?.error).toBe('Error: refused ***');
    expect(result?.output).toContain('token *** plain seen');
    expect(result?.output).toMatch(/file \*\*\* .*variables/);
    expect(result?.output).toContain('http://shop.example true');
    expect(result?.output).not.toMatch(/ASSAY_AGENT_TOKEN|the-agents-own-token/);
    const everything = JSON.stringify([
      [...bench.service.logs],
      bench.service.unitsOf(order.testRunId).map((u) => u.events),
    ]);
    expect(everything).not.toMatch(/s3cr3t-value|line two of a key/);
  });

  it('renews often enough for its leases', () => {
    expect(agentProtocol.renewSeconds * 3).toBeLessThan(agentProtocol.leaseSeconds);
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
