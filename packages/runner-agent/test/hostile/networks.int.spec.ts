import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { ProjectId, ProjectSettings } from '@assay/contract';
import { eventually } from '../../../../test/support/eventually.ts';
import { freePort } from '../../../../test/support/freePort.ts';
import { networkTools } from '../isolationWays.ts';
import { adapterOf, hostileWays, openHostileBench, sharedNetwork } from './hostileBench.ts';

const report = (name: string) =>
  `require('node:fs').writeFileSync('own.xml', '<testsuite name="s"><testcase classname="c" name="' + ${name} + '"/></testsuite>');`;
const asks = 'const asked = async (url) => (await fetch(url)).text();';

/** Listens as a debugger, a driver of browsers or a development server does, until the other project has tried. */
const listener = `${asks}
const http = require('node:http');
const net = require('node:net');
const server = http.createServer((request, response) => response.end('of the listener'));
server.listen(Number(process.env.SHARED_PORT), '0.0.0.0', () => {
  net.createServer().listen('\\0assay-' + process.env.SHARED_PORT, async () => {
    while ((await asked(process.env.WATCH + '/listening')) !== 'go on');
    const own = await asked('http://127.0.0.1:' + process.env.SHARED_PORT);
    ${report('own')}
    process.exit();
  });
});
`;
const visitor = `${asks}
const net = require('node:net');
const { networkInterfaces } = require('node:os');
const reached = (to) => new Promise((resolve) => {
  const socket = net.connect(to, () => resolve(JSON.stringify(to)));
  socket.on('error', () => resolve(''));
});
(async () => {
  while ((await asked(process.env.WATCH + '/visiting')) !== 'go on');
  const port = Number(process.env.SHARED_PORT);
  const own = Object.values(networkInterfaces()).flat().map(({ address }) => address);
  const hosts = new Set(['127.0.0.1', '::1', '127.0.0.53', ...own, ...process.env.MACHINE.split(',')]);
  const all = await Promise.all([...hosts].map((host) => reached({ host, port })));
  const found = [...all, await reached({ path: '\\0assay-' + port })].filter(Boolean);
  await asked(process.env.WATCH + '/visited');
  ${report("(found.join(' ') || 'nothing')")}
  process.exit();
})();
`;
const server = `require('node:http').createServer((request, response) => response.end('of ' + process.env.OWNER))
  .listen(Number(process.env.SHARED_PORT), '127.0.0.1');
`;
const test = `${asks}
(async () => {
  const name = await asked('http://127.0.0.1:' + process.env.SHARED_PORT);
  while ((await asked(process.env.WATCH + '/' + process.env.OWNER)) !== 'go on');
  ${report('name')}
})();
`;
/** @returns the ids of an agent's processes that pass traffic on */
function passersOf(agent: number): string[] {
  const children = readFileSync(`/proc/${agent}/task/${agent}/children`, 'utf8').split(' ').filter(Boolean);
  return children.filter((id) => /^pas(ta|st)/.test(readFileSync(`/proc/${id}/comm`, 'utf8')));
}

const machine = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .filter(({ internal, scopeid }) => !internal && !scopeid)
  .map(({ address }) => address);

const kinds = hostileWays.flatMap(([way, usable, needs]) => [
  { way, network: 'own', usable: usable && typeof networkTools !== 'string', needs: `${needs}, and a recent passt` },
  { way, network: 'shared', usable, needs },
]);

describe.each(kinds)('$network networks of runs, isolated by $way', ({ way, network, usable, needs }) => {
  const its = usable ? it : it.skip;
  const isOwn = network === 'own';
  const needed = `needs ${needs}`;
  const bench = openHostileBench(way, usable, isOwn ? {} : sharedNetwork);
  const asked = new Set<string>();
  /** Which questions have to be asked before one is answered. */
  let before: Readonly<Record<string, readonly string[]>> = {};
  const watch = createServer(({ url = '' }, answer) => {
    asked.add(url);
    answer.end(before[url]?.every((each) => asked.has(each)) === false ? 'wait' : 'go on');
  });
  beforeAll(() => new Promise<void>((resolve) => watch.listen(0, '127.0.0.1', resolve)));
  afterAll(async () => {
    watch.closeAllConnections();
    await new Promise((resolve) => watch.close(resolve));
  });

  const started = (script: string, port: number, owner: string, settings: Partial<ProjectSettings> = {}) =>
    bench().attack(adapterOf('Other'), () => ({
      files: { 'test.cjs': script, 'server.cjs': server },
      settings: { testCommand: 'node test.cjs', resultFiles: ['own.xml'], ...settings },
      variables: {
        OWNER: owner,
        SHARED_PORT: String(port),
        MACHINE: machine.join(','),
        WATCH: `http://127.0.0.1:${(watch.address() as AddressInfo).port}`,
      },
      run: { projectId: `${owner}-${port}` as ProjectId },
    }));

  async function visit() {
    asked.clear();
    before = { '/listening': ['/visited'], '/visiting': ['/listening'] };
    const port = await freePort();
    const runs = [started(listener, port, 'one'), started(visitor, port, 'two')] as const;
    await bench().service.until(() => asked.has('/listening'), 'the first run to listen');
    const fromMachine = await fetch(`http://127.0.0.1:${port}`).then(
      (answer) => answer.text(),
      () => 'nothing',
    );
    const [one, two] = await Promise.all(runs.map(({ outcome }) => outcome));
    expect(runs.flatMap((each) => each.findings())).toEqual([]);
    expect(one).toMatchObject({ problem: null, statuses: { 'of the listener': 'PASS' } });
    expect(two?.problem).toBeNull();
    return { fromMachine, fromOther: Object.keys(two?.statuses ?? {}).join() };
  }

  if (!isOwn) {
    its(`what one run listens at is there for all, so that the attempt is one (${needed})`, async () => {
      const { fromMachine, fromOther } = await visit();
      expect(fromMachine).toBe('of the listener');
      expect(fromOther).toContain('127.0.0.1');
      expect(fromOther).toContain('assay-');
    });
    return;
  }

  its(`what one run listens at is there for no other run, and not for this machine (${needed})`, async () => {
    expect(await visit()).toEqual({ fromMachine: 'nothing', fromOther: 'nothing' });
  });

  its(`two projects have servers at one port at the same time, each its own (${needed})`, async () => {
    asked.clear();
    before = { '/left': ['/right'], '/right': ['/left'] };
    const port = await freePort();
    const settings = { serverCommand: 'node server.cjs', serverUrl: `http://127.0.0.1:${port}/` };
    const runs = ['left', 'right'].map((owner) => started(test, port, owner, settings));
    const outcomes = await Promise.all(runs.map(({ outcome }) => outcome));
    expect(outcomes.map(({ problem, statuses }) => ({ problem, statuses }))).toEqual([
      { problem: null, statuses: { 'of left': 'PASS' } },
      { problem: null, statuses: { 'of right': 'PASS' } },
    ]);
  });

  its(`a server is not started at a port that the machine has in use (${needed})`, async () => {
    const taken = createServer((_request, answer) => answer.end('of the machine'));
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const settings = { serverCommand: 'node server.cjs', serverUrl: `http://127.0.0.1:${port}/` };
    const { problem, statuses } = await started(test, port, 'late', settings).outcome;
    taken.close();
    expect({ code: problem?.code, statuses }).toEqual({ code: 'server.portTaken', statuses: {} });
  });

  its(`what passes the traffic of a run on ends with the run, and with a killed agent (${needed})`, async () => {
    asked.clear();
    before = { '/second': ['/never'] };
    const port = await freePort();
    const settings = { serverCommand: 'node server.cjs', serverUrl: `http://127.0.0.1:${port}/` };
    const first = started(test, port, 'first', settings);
    await bench().service.until(() => asked.has('/first'), 'the first run');
    await first.outcome;
    await bench().untilRemoved(first.order);
    expect(passersOf(bench().agentPid)).toEqual([]);
    started(test, port, 'second', settings).outcome.catch(() => undefined);
    await bench().service.until(() => asked.has('/second'), 'the second run');
    const passers = passersOf(bench().agentPid);
    expect(passers).toHaveLength(1);
    process.kill(bench().agentPid, 'SIGKILL');
    await eventually(() => !existsSync(`/proc/${passers[0]}`));
  });
});
