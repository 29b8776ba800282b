import { realpathSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';
import { isOfSystem, systemFolders } from './shownPaths.ts';
import type { TestUser } from './testUser.ts';

export type BubblewrapOrder = {
  /** Empty, even where it is part of the system's folders. */
  hidden: string;
  /** Read-only, where they exist. */
  shown: readonly string[];
  writable: readonly string[];
  /** The folder that is /tmp; null: an empty one. */
  tmp: string | null;
  /** The list of users; null: the machine's. */
  passwd: string | null;
  /** The file that names the resolver; null: the machine's. */
  resolver: string | null;
  /** The program within becomes this user; null: it keeps the agent's. */
  user: TestUser | null;
  /** A file for the program within, and the descriptor that its content comes from; null: none. */
  script: { path: string; descriptor: number } | null;
  /** Whether this bubblewrap can limit folders that are in memory. */
  limitsMemory: boolean;
};

/** In bytes, as everything written there is memory; a browser needs most of it in /dev/shm. */
export const largestInMemory = Math.min(totalmem() / 4, 4 * 1024 ** 3);
/** For what holds mounts and short files only. */
export const fewFiles = 16 * 1024 ** 2;

/** What root needs for becoming another user for good; CAP_SETPCAP empties the bounding set. */
const forAnotherUser = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'];

/**
 * @returns bubblewrap's options for a process that sees the machine's programs, what it is shown, its own processes and
 * nothing else. The network is that of the caller.
 */
export function bubblewrapArguments(order: BubblewrapOrder): string[] {
  const readOnly = (paths: readonly string[]) => paths.flatMap((path) => ['--ro-bind-try', path, path]);
  const inMemory = (path: string, bytes: number) => [
    ...(order.limitsMemory ? ['--size', String(Math.floor(bytes))] : []),
    ...['--tmpfs', path],
  ];
  const emptyFolder = (path: string) => ['--perms', '1777', ...inMemory(path, largestInMemory)];
  return [
    ...['--unshare-pid', '--unshare-ipc', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    // With a user namespace of its own, root would stay root for the files of /proc/sys.
    ...(order.user === null ? ['--unshare-user'] : forAnotherUser.flatMap((name) => ['--cap-add', name])),
    // Parents that bubblewrap makes by itself only root may pass.
    ...['--dir', '/var'],
    ...readOnly(systemFolders),
    ...(order.passwd === null ? [] : ['--ro-bind', order.passwd, '/etc/passwd']),
    ...['--proc', '/proc', '--dev', '/dev', ...emptyFolder('/dev/shm'), ...inMemory('/run', fewFiles)],
    ...emptyFolder('/var/tmp'),
    ...readOnly(resolverFiles()),
    ...(order.resolver === null ? [] : ['--ro-bind', order.resolver, resolverFile()]),
    ...(order.tmp === null ? emptyFolder('/tmp') : ['--bind', order.tmp, '/tmp']),
    ...(isOfSystem(order.hidden) ? inMemory(order.hidden, fewFiles) : []),
    ...parentsOf([...order.shown, ...order.writable]).flatMap((path) => ['--dir', path]),
    ...readOnly(order.shown),
    ...order.writable.flatMap((path) => ['--bind', path, path]),
    ...(order.script === null
      ? []
      : ['--perms', '0444', '--ro-bind-data', String(order.script.descriptor), order.script.path]),
    // Both are in memory, without a limit, and of the tests' user where it is the agent's.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--chdir', '/', '--clearenv'],
  ];
}

/** @returns all folders above these paths, parents first. */
function parentsOf(paths: readonly string[]): string[] {
  const parents = new Set<string>();
  for (const path of paths) for (let at = dirname(path); at !== '/'; at = dirname(at)) parents.add(at);
  return [...parents].sort((a, b) => a.length - b.length);
}

/** Where names are looked up may be said in a file of a running service. */
function resolverFiles(): string[] {
  try {
    return [resolverFile()].filter((path) => !path.startsWith('/etc/'));
  } catch {
    // A machine without it looks nothing up.
    return [];
  }
}

/** @throws Error on a machine without it */
export function resolverFile(): string {
  return realpathSync('/etc/resolv.conf');
}
