import { largestInMemory } from './bubblewrapArguments.ts';

/**
 * Gives a program, and what it starts, folders in memory and System V IPC of their own: on the machine's, what tests write
 * would stay in memory after the tests were ended, and programs of the service would be ended next.
 */
const script = [
  `[ ! -d /dev/shm ] || mount -t tmpfs -o nosuid,nodev,mode=1777,size=${Math.floor(largestInMemory)} assay /dev/shm || exit 125`,
  '[ ! -d /dev/mqueue ] || mount -t mqueue assay /dev/mqueue || exit 125',
  'exec "$@"',
].join('\n');

/**
 * @param unshare the program (util-linux); null where the machine lacks it, or root may not mount
 * @returns what root starts before a program, with the path of each program
 */
export function withOwnMemory(unshare: string | null): string[] {
  return unshare === null ? [] : [unshare, '--mount', '--ipc', '--', '/bin/sh', '-c', script, 'sh'];
}
