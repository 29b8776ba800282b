import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { ProjectId } from '@assay/contract';
import { freePort } from '../../../../test/support/freePort.ts';
import { adapterOf, hostileWays, openHostileBench, sharedNetwork } from './hostileBench.ts';

/** Asks the spec what to do until it says that the attempt is over. */
const steps = `
const asked = async (what) => (await fetch(process.env.WATCH + what)).text();
const until = async (what, wanted) => { while ((await asked(what)) !== wanted); };
`;
/** Is at the port before the server; what asks before each start, in the set-up and in the unit, finds nothing. */
const first = `${steps}
let requests = 0;
require('node:http').createServer((request, response) => {
  requests += 1;
  response.writeHead([1, 3].includes(requests) ? 404 : 200).end('of the attacker');
}).listen(Number(process.env.SHARED_PORT), '127.0.0.1', async () => {
  await until('/attacker-listens', 'over');
  process.exit();
});
`;
/** Listens at the other address of localhost once the server is there. */
const second = `${steps}
(async () => {
  await until('/attacker-waits', 'try');
  const server = require('node:http').createServer((request, response) => response.end('of the attacker'));
  server.on('error', ({ code }) => asked('/attacker-tried?' + code));
  server.listen({ port: Number(process.env.SHARED_PORT), host: '::1', ipv6Only: true }, () => asked('/attacker-tried'));
  await until('/attacker-is-done', 'over');
  process.exit();
})();
`;
const server = `require('node:http').createServer((request, response) => response.end('of the project'))
  .listen(Number(process.env.SHARED_PORT), '127.0.0.1');
`;
const test = `${steps}
(async () => {
  if (process.env.HOST === '::1') await until('/victim-has-server', 'go on');
  const answer = await fetch('http://' + (process.env.HOST === '::1' ? '[::1]' : process.env.HOST) + ':' + process.env.SHARED_PORT);
  const name = await answer.text();
  require('node:fs').writeFileSync('own.xml', '<testsuite name="s"><testcase classname="c" name="' + name + '"/></testsuite>');
})();
`;
const hasIpv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));

describe.each(hostileWays)('the server of a project in a shared network, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable, sharedNetwork);
  const asked = new Set<string>();
  let isOver = false;
  const watch = createServer(({ url = '' }, answer) => {
    const [path = ''] = url.split('?');
    asked.add(path);
    const answers: Record<string, string> = {
      '/attacker-waits': asked.has('/victim-has-server') ? 'try' : 'wait',
      '/victim-has-server': asked.has('/attacker-tried') ? 'go on' : 'wait',
    };
    answer.end(answers[path] ?? (isOver ? 'over' : 'go on'));
  });
  beforeAll(() => new Promise<void>((resolve) => watch.listen(0, '127.0.0.1', resolve)));
  afterAll(async () => {
    watch.closeAllConnections();
    await new Promise((resolve) => watch.close(resolve));
  });

  async function victimAfter(attacker: string, begun: string, host: string) {
    asked.clear();
    isOver = false;
    const variables = {
      WATCH: `http://127.0.0.1:${(watch.address() as AddressInfo).port}`,
      SHARED_PORT: String(await freePort()),
      HOST: host,
    };
    const other = adapterOf('Other');
    const attack = bench().attack(other, () => ({
      attack: 'node attacker.cjs',
      files: { 'attacker.cjs': attacker },
      variables,
    }));
    await bench().service.until(() => asked.has(begun), 'the attacker');
    const victim = bench().attack(other, () => ({
      files: { 'server.cjs': server, 'test.cjs': test },
      settings: {
        testCommand: 'node test.cjs',
        resultFiles: ['own.xml'],
        serverCommand: 'node server.cjs',
        serverUrl: `http://${host === '::1' ? 'localhost' : host}:${variables.SHARED_PORT}/`,
      },
      variables,
      run: { projectId: `victim-${variables.SHARED_PORT}` as ProjectId },
    }));
    const { statuses, problem } = await victim.outcome;
    isOver = true;
    await attack.outcome;
    expect([...attack.findings(), ...victim.findings()]).toEqual([]);
    return { statuses, code: problem?.code ?? null };
  }

  (usable ? it : it.skip)(`is not one that another project's test has put at its port (needs ${needs})`, async () => {
    const { statuses, code } = await victimAfter(first, '/attacker-listens', '127.0.0.1');
    expect({ statuses, code }).toEqual({ statuses: {}, code: expect.stringMatching(/^server\.(portTaken|failed)$/) });
  });

  (usable && hasIpv6 ? it : it.skip)(`answers at both addresses of localhost (needs ${needs}, and IPv6)`, async () => {
    const { statuses, code } = await victimAfter(second, '/attacker-waits', '::1');
    expect({ statuses, code }).toEqual({ statuses: { 'of the project': 'PASS' }, code: null });
  });
});
