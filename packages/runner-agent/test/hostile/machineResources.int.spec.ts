import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { canMount } from '../../../../test/support/smallDisk.ts';
import { adapterOf, hostileWays, openHostileBench } from './hostileBench.ts';

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

  // Other programs count on names in them, such as the sockets and locks of X servers.
  its(`tests cannot take names in folders that all users share (needs ${needs}, mounts)`, async () => {
    const folders = ['/tmp', '/var/tmp', '/dev/shm', '/run/lock', '/var/crash'].filter((each) => existsSync(each));
    const marks = folders.map((folder) => `${folder}/assay-mark-${randomUUID()}`);
    for (const mark of marks) writeFileSync(mark, '');
    try {
      const attack = `mkdir /tmp/.X11-unix && echo made; for mark in ${marks.join(' ')}; do ls "$mark"; done 2>&1`;
      const started = bench().attack(adapterOf('Other'), () => ({ attack }));
      const [test] = [...(await started.outcome).finals.values()];
      expect(test?.output).toContain('made');
      expect(test?.output?.match(/No such file or directory/g)).toHaveLength(folders.length);
    } finally {
      for (const mark of marks) rmSync(mark);
    }
  });

  its(`tests cannot put memory into System V IPC of the machine (needs ${needs}, mounts)`, async () => {
    const started = bench().attack(adapterOf('Other'), () => ({ attack: 'ipcmk -M 4096; readlink /proc/self/ns/ipc' }));
    const [test] = [...(await started.outcome).finals.values()];
    expect(test?.output).not.toContain(execFileSync('readlink', ['/proc/self/ns/ipc'], { encoding: 'utf8' }).trim());
  });
});
