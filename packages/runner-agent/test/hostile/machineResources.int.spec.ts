import { execFileSync, spawnSync } from 'node:child_process';
import { totalmem } from 'node:os';
import { adapterOf, hostileWays, openHostileBench } from './hostileBench.ts';

/** Most containers do not let root mount. */
const canMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'assay', '/dev/shm']).status === 0;

describe.each(hostileWays)('what all processes of a machine share, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);
  const its = usable && (name !== 'user' || canMount) ? it : it.skip;

  // What is in memory outlives its process: where it is all of it, the service is the next to end.
  its(`tests cannot put most of the memory into folders (needs ${needs}, mounts)`, async () => {
    const started = bench().attack(adapterOf('Other'), () => ({ attack: 'df --output=size --block-size=1 /dev/shm' }));
    const [test] = [...(await started.outcome).finals.values()];
    const size = Number(/^\s*(\d+)$/m.exec(test?.output ?? '')?.[1]);
    expect(size).toBeLessThanOrEqual(totalmem() / 4);
  });

  its(`tests cannot put memory into System V IPC of the machine (needs ${needs}, mounts)`, async () => {
    const started = bench().attack(adapterOf('Other'), () => ({ attack: 'ipcmk -M 4096; readlink /proc/self/ns/ipc' }));
    const [test] = [...(await started.outcome).finals.values()];
    expect(test?.output).not.toContain(execFileSync('readlink', ['/proc/self/ns/ipc'], { encoding: 'utf8' }).trim());
  });
});
