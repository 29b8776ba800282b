import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { adapterOf, attackAtOnce, hostileWays, openHostileBench } from './hostileBench.ts';

/** Runs in a server, before the test itself starts with the same temporary folder. */
const swap = [
  'cd ..',
  'for unit in unit-*; do mv "$unit/tmp" "$unit/old"; ln -s "$CANARY" "$unit/tmp"; done',
  'mv /tmp /tmp-before',
  'rmdir /tmp/assay-* /tmp/*/work',
  'for name in /tmp/*; do mv "$name" /tmp/moved-away && ln -s "$CANARY" "$name"; done',
  `exec node -e 'require("node:http").createServer((_, answer) => answer.end()).listen(process.env.ASSAY_PORT)'`,
].join('; ');

describe.each(hostileWays)('temporary folders of units, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);

  attackAtOnce(
    bench,
    way,
    'a link in place of a temporary folder leads no later process of the unit outside',
    [
      ['read', 'cat /tmp/open.txt /tmp/closed/secret.txt /tmp/*/open.txt'],
      ['write', 'echo x > /tmp/closed/written.txt; echo x > /tmp/written.txt'],
      ['list', 'ls -R /tmp'],
    ].map(([kind = '', attack = '']) => ({
      name: kind,
      adapter: adapterOf('Other'),
      planOf: () => ({
        // The content of the canary is readable for all in user mode; this attack is about the way through /tmp.
        attack: name === 'user' ? attack.replaceAll('/tmp/', `"\${TMPDIR:-/tmp}"/closed/`) : attack,
        settings: { serverCommand: swap, serverUrl: 'http://127.0.0.1:$ASSAY_PORT' },
      }),
    })),
    async ({ outcome }) => {
      expect(Object.values((await outcome).statuses)).toEqual(['PASS']);
    },
  );

  (usable ? it : it.skip)(`nothing is left on the machine after a run (needs ${needs})`, async () => {
    const mark = `assay-left-${randomUUID()}`;
    const paths = ['/tmp', '/var/tmp', '/dev/shm'].map((folder) => `${folder}/${mark}`);
    const attack = paths
      .map((path) => `mkdir ${path} && echo left > ${path}/file && chmod 0 ${path} || exit 1`)
      .join('\n');
    const { order, outcome, findings } = bench().attack(adapterOf('Other'), () => ({ attack }));
    expect((await outcome).statuses).toEqual({ attacks: 'PASS' });
    await bench().untilRemoved(order);
    await bench().service.until(
      () => paths.every((path) => lstatSync(path, { throwIfNoEntry: false }) === undefined),
      'the removal of what the run left',
    );
    expect(findings()).toEqual([]);
  });
});
