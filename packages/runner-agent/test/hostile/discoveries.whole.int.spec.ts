import { agentProtocol } from '@assay/contract';
import { adapterOf, hostileWays, openHostileBench } from './hostileBench.ts';

/** More than the agent ever needs for its work, in MiB: like that of floods. */
const memoryLimit = 900;

/** A fixture that lists one test, and names many more during its run. */
const discovering = (count: number, message: string) => `'use strict';
const fs = require('node:fs');
const { ASSAY_CHANNEL, ASSAY_ORDER } = process.env;
const channel = ASSAY_CHANNEL ? fs.openSync(ASSAY_CHANNEL, 'a') : 3;
const send = (text) => {
  const line = Buffer.from(text + '\\n');
  for (let from = 0; from < line.length; ) {
    try {
      from += fs.writeSync(channel, line, from, Math.min(65536, line.length - from));
    } catch (error) {
      if (error.code !== 'EAGAIN') process.exit(0);
    }
  }
};
const known = '[0,"attack.spec.js","attacks",1]';
if (process.argv.includes('--list')) {
  send(JSON.stringify({ t: 'listed', key: known, file: 'attack.spec.js', name: 'attacks', line: 1, tags: [] }));
} else {
  send(JSON.stringify({ t: 'begin', key: known, at: Date.now() }));
  // Copies of large files, during which the next messages wait.
  fs.writeFileSync('big.bin', '');
  fs.truncateSync('big.bin', 6e7);
  const big = Array.from({ length: 12 }, (_, at) => ({ path: process.cwd() + '/big.bin', name: 'big' + at, mediaType: null }));
  send(JSON.stringify({ t: 'end', key: known, status: 'FAIL', willRetry: true, timedOut: false, durationMs: 1, error: null, stack: null, output: null, files: big }));
  for (let at = 0; at < ${count}; at += 1) send(${message});
  const order = ASSAY_ORDER ? JSON.parse(fs.readFileSync(ASSAY_ORDER, 'utf8')) : {};
  send(JSON.stringify({ t: 'end', key: known, status: 'PASS', willRetry: false, timedOut: false, durationMs: 1, error: null, stack: null, output: null, files: [] }));
}
process.exit(0);
`;

const messages = [
  [
    'names of 30 megabytes',
    20,
    `JSON.stringify({ t: 'listed', key: 'k' + at, file: 'a', name: at + 'n'.repeat(3e7), line: 1, tags: [] })`,
  ],
  [
    'paths of 30 megabytes',
    20,
    `JSON.stringify({ t: 'listed', key: 'k' + at, file: at + 'f'.repeat(3e7), name: 'n', line: 1, tags: [] })`,
  ],
  [
    'tags of 30 megabytes',
    20,
    `JSON.stringify({ t: 'listed', key: 'k' + at, file: 'f', name: 'n' + at, line: 1, tags: ['t'.repeat(3e7)] })`,
  ],
  [
    'properties that no message has',
    8,
    `'{"t":"problem","message":"m","more":' + '['.repeat(8e6) + ']'.repeat(8e6) + '}'`,
  ],
] as const;

describe.each(hostileWays)('messages of a running framework, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const its = usable ? it : it.skip;

  describe.each(messages)('%s', (_, count, message) => {
    const bench = openHostileBench(name, usable);

    its(`do not fill the agent's memory (needs ${needs})`, async () => {
      const started = bench().attack(adapterOf('Playwright'), () => ({
        files: { 'fixture.cjs': discovering(count, message) },
      }));
      await Promise.all([started.outcome, bench().expectOthersToRun()]);
      expect(bench().isUp).toBe(true);
      expect(bench().mostMemory).toBeLessThan(memoryLimit);
    });
  });

  describe('lines that are slow to parse', () => {
    const bench = openHostileBench(name, usable);

    its(`do not keep the agent from renewing the leases of others (needs ${needs})`, async () => {
      const renewals = [performance.now()];
      const renew = bench().service.renew.bind(bench().service);
      bench().service.renew = (request) => {
        renewals.push(performance.now());
        return renew(request);
      };
      const files = { 'fixture.cjs': discovering(2, `'['.repeat(15.9e6) + ']'.repeat(15.9e6)`) };
      const attacks = [1, 2, 3].map(() => bench().attack(adapterOf('Playwright'), () => ({ files })));
      await Promise.all(attacks.map(({ outcome }) => outcome));
      const gaps = renewals.slice(1).map((at, index) => at - (renewals[index] ?? at));
      // A third of what a lease outlasts.
      expect(Math.max(...gaps)).toBeLessThan((agentProtocol.leaseSeconds * 1000) / 3);
    });
  });
});
