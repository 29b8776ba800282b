import { fewFiles, largestInMemory, resolverFile } from './bubblewrapArguments.ts';

const temporary = '/tmp';
/** In bytes, of each folder that is in memory. */
const sizes: Record<string, number> = {
  '/var/tmp': largestInMemory,
  '/dev/shm': largestInMemory,
  '/run/lock': fewFiles,
  '/var/crash': fewFiles,
};

/** What a program and what it starts have for themselves. */
export type OwnMounts = {
  /** The folder that is /tmp; null: the machine's. */
  tmp: string | null;
  /** What they need of the machine's /tmp and other shared folders: these paths stay what they are. */
  needed: readonly string[];
  /** The file that names the resolver; null: the machine's. */
  resolver: string | null;
};

/** Of a program that needs nothing of its own but what each has. */
export const noMounts: OwnMounts = { tmp: null, needed: [], resolver: null };

/**
 * Gives a program, and what it starts, shared folders and System V IPC of their own. In the machine's, what tests write in
 * memory would stay there after the tests were ended, and programs of the service would be ended next; and tests could
 * take names that other programs count on, such as the sockets and locks of X servers in /tmp. And a list of processes that
 * has only those of its user: arguments, which often hold secrets, are for all users to read. Before Linux 5.8 the list
 * stays the machine's.
 * @param unshare the program (util-linux); null where the machine lacks it, or root may not mount
 * @returns what root starts before a program, with the path of each program
 */
export function withOwnMounts(unshare: string | null, { tmp, needed, resolver }: OwnMounts): string[] {
  if (unshare === null) return [];
  const bound: [line: string, from: string, to: string][] = [];
  const bind = 'mount --rbind "$1" "$2" || exit 125; shift 2';
  if (resolver !== null) bound.push([bind, resolver, resolverFile()]);
  if (tmp !== null) {
    for (const path of needed.filter((each) => each.startsWith(`${temporary}/`))) {
      bound.push([`[ ! -e "$1" ] || ${bind}`, path, tmp + path.slice(temporary.length)]);
    }
    bound.push([bind, tmp, temporary]);
  }
  const script = [
    ...bound.map(([line]) => line),
    ...inMemory(needed),
    '[ ! -d /dev/mqueue ] || mount -t mqueue assay /dev/mqueue || exit 125',
    // A container may have parts of it hidden, and then permits no other one.
    'mount -t proc -o nosuid,nodev,noexec,hidepid=2 assay /proc 2>/dev/null',
    'exec "$@"',
  ].join('\n');
  return [
    unshare,
    '--mount',
    '--ipc',
    '--',
    '/bin/sh',
    '-c',
    script,
    'sh',
    ...bound.flatMap(([, from, to]) => [from, to]),
  ];
}

function inMemory(needed: readonly string[]): string[] {
  const free = Object.entries(sizes).filter(([folder]) => !needed.some((path) => path.startsWith(`${folder}/`)));
  return free.map(([folder, bytes]) => {
    const options = `nosuid,nodev,mode=1777,size=${Math.floor(bytes)}`;
    return `[ ! -d ${folder} ] || mount -t tmpfs -o ${options} assay ${folder} || exit 125`;
  });
}
