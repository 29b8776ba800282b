import { adapterOf, hostileWays, openHostileBench } from './hostileBench.ts';

/** A fixture that lists one test and reports it by these messages. */
const reporting = (messages: string) => `'use strict';
const fs = require('node:fs');
const { ASSAY_CHANNEL } = process.env;
const channel = ASSAY_CHANNEL ? fs.openSync(ASSAY_CHANNEL, 'a') : 3;
const send = (message) => fs.writeSync(channel, JSON.stringify(message) + '\\n');
const key = '[0,"attack.spec.js","attacks",1]';
const end = { t: 'end', key, status: 'PASS', willRetry: false, timedOut: false, durationMs: 1, error: null, stack: null, output: null, files: [] };
if (process.argv.includes('--list')) send({ t: 'listed', key, file: 'attack.spec.js', name: 'attacks', line: 1, tags: [] });
else { ${messages} }
process.exit(0);
`;

describe.each(hostileWays)('odd times of tests, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);
  const its = usable ? it : it.skip;

  its.each([
    ['a start after the year 9999', `send({ t: 'begin', key, at: 8.64e15 }); send(end);`],
    ['a start that is no date', `send({ t: 'begin', key, at: 1e300 }); send(end);`],
    ['a duration longer than time', `send({ ...end, durationMs: 1e300 });`],
    ['a duration that begins before the year 0', `send({ ...end, durationMs: 1e15 });`],
  ])(
    `%s costs no result (needs ${needs})`,
    async (_, messages) => {
      const { outcome } = bench().attack(adapterOf('Playwright'), () => ({
        files: { 'fixture.cjs': reporting(messages) },
      }));
      expect(await outcome).toMatchObject({ statuses: { attacks: expect.any(String) }, problem: null });
    },
    15_000,
  );
});
