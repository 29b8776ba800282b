import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  folder: string;
  /** Leaves no free byte. */
  fill(): Promise<void>;
  /** Gives back what `fill` took. */
  free(): Promise<void>;
  unmount(): void;
};

const mount = (folder: string, megabytes: number, files = 0) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,nr_inodes=${files}`, 'tmpfs', folder]).status === 0;
const unmount = (folder: string) => void spawnSync('umount', ['--lazy', folder]);

/** Whether this user may mount a file system: root outside of a confined container. */
export const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-mount-'));
  const mounted = mount(folder, 1);
  if (mounted) unmount(folder);
  rmSync(folder, { recursive: true, force: true });
  return mounted;
})();

/**
 * A file system of its own, in memory.
 * @param options.files how many files and folders it has at most; 0 for no limit
 */
export function smallDisk(megabytes: number, { files = 0 } = {}): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'assay-small-disk-'));
  if (!mount(folder, megabytes, files)) throw new Error(`nothing could be mounted at ${folder}`);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: async () => {
      const full = await writeFile(ballast, Buffer.alloc((megabytes + 1) * 1024 * 1024)).catch(
        (error: unknown) => error,
      );
      if (!(full instanceof Error)) throw new Error('the disk is larger than it was meant to be');
    },
    free: () => rm(ballast),
    unmount: () => {
      unmount(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
