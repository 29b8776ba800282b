import { largestInMemory } from './bubblewrapArguments.ts';

/**
 * Gives a program, and what it starts, folders in memory and System V IPC of their own: on the machine's, what tests write
 * would stay in memory after the tests were ended, and programs of the service would be ended next. And a list of
 * processes that has only those of its user: arguments, which often hold secrets, are for all users to read. Before Linux
 * 5.8 the list stays the machine's.
 */
const script = [
  `[ ! -d /dev/shm ] || mount -t tmpfs -o nosuid,nodev,mode=1777,size=${Math.floor(largestInMemory)} assay /dev/shm || exit 125`,
  '[ ! -d /dev/mqueue ] || mount -t mqueue assay /dev/mqueue || exit 125',
  // A container may have parts of it hidden, and then permits no other one.
  'mount -t proc -o nosuid,nodev,noexec,hidepid=2 assay /proc 2>/dev/null',
  'exec "$@"',
].join('\n');

/**
 * @param unshare the program (util-linux); null where the machine lacks it, or root may not mount
 * @returns what root starts before a program, with the path of each program
 */
export function withOwnMounts(unshare: string | null): string[] {
  return unshare === null ? [] : [unshare, '--mount', '--ipc', '--', '/bin/sh', '-c', script, 'sh'];
}
