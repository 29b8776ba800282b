import { largestInMemory, resolverFile } from './bubblewrapArguments.ts';

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
 * @param resolver the file that names the resolver; null: the machine's
 * @returns what root starts before a program, with the path of each program
 */
export function withOwnMounts(unshare: string | null, resolver: string | null = null): string[] {
  if (unshare === null) return [];
  const inner = [unshare, '--mount', '--ipc', '--', '/bin/sh', '-c'];
  if (resolver === null) return [...inner, script, 'sh'];
  return [...inner, `mount --bind "$1" "$2" || exit 125\nshift 2\n${script}`, 'sh', resolver, resolverFile()];
}
