import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CpuGroups } from '../../src/sandbox/cpuGroups.ts';
import { adapterOf, hostileWays, openHostileBench } from './hostileBench.ts';

/** Each in a session of its own: the system shares the processor among sessions, or among processes. */
const busy = `const { spawn } = require('node:child_process');
(async () => {
  for (let i = 0; i < 50; i += 1) spawn('/bin/sh', ['-c', 'while :; do :; done'], { detached: true, stdio: 'ignore' });
  while ((await (await fetch(process.env.WATCH)).text()) !== 'over');
  process.exit();
})();
`;
/** What share of a core it has while it needs all of it. */
const measure = `
const began = performance.now();
while (performance.now() - began < 3000);
const { user, system } = process.cpuUsage();
console.log('share ' + ((user + system) / 1000 / performance.now()).toFixed(3));
`;
/** Of two cores, 50 others leave a twenty-fifth. */
const fairShare = 0.1;
const probe = CpuGroups.open();
probe?.close();

describe.each(hostileWays)('the processor, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);
  let isOver = false;
  let isBusy = false;
  const watch = createServer((_, answer) => {
    isBusy = true;
    answer.end(isOver ? 'over' : 'go on');
  });
  beforeAll(() => new Promise<void>((resolve) => watch.listen(0, '127.0.0.1', resolve)));
  afterAll(async () => {
    watch.closeAllConnections();
    await new Promise((resolve) => watch.close(resolve));
  });

  (usable && probe !== null ? it : it.skip)(
    `is shared by projects, not by processes (needs ${needs}, root, and control groups of the processor)`,
    async () => {
      const other = adapterOf('Other');
      const WATCH = `http://127.0.0.1:${(watch.address() as AddressInfo).port}`;
      const attacker = bench().attack(other, () => ({
        attack: 'node busy.cjs',
        files: { 'busy.cjs': busy },
        variables: { WATCH },
      }));
      await bench().service.until(() => isBusy, 'the busy processes');
      const victim = bench().attack(other, () => ({ attack: 'node measure.cjs', files: { 'measure.cjs': measure } }));
      const { finals, problem } = await victim.outcome;
      isOver = true;
      await attacker.outcome;
      expect(problem).toBeNull();
      const share = Number(/share (\S+)/.exec(finals.get('attacks')?.output ?? '')?.[1]);
      expect(share).toBeGreaterThan(fairShare);
      expect([...attacker.findings(), ...victim.findings()]).toEqual([]);
    },
  );
});
