import { spawn } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { requireStreams } from '@assay/contract';
import { diskUsageBy } from '../process/diskUsage.ts';
import { isTestUser, type TestUser } from './testUser.ts';

/** Where all users of a machine may leave files, shared memory and message queues. */
export const sharedFolders: readonly string[] = [
  '/tmp',
  '/var/tmp',
  '/dev/shm',
  '/dev/mqueue',
  '/run/lock',
  '/var/crash',
];
const mostNamed = 10;

/** What a user has directly in shared folders. */
type SharedEntries = {
  count: number;
  /** Paths of the first ones. */
  named: string[];
  /** Whether the whole folders were searched. */
  isComplete: boolean;
};

/** @returns arguments of `find`, which passes on names that are no text, and holds no list of what it finds */
export function findOwned(folders: readonly string[], { uid }: Pick<TestUser, 'uid'>): string[] {
  return [...folders, '-mindepth', '1', '-maxdepth', '1', '-user', String(uid)];
}

/** @param signal ends the search */
export function sharedEntriesOf(
  user: Pick<TestUser, 'uid'>,
  signal: AbortSignal,
  folders = sharedFolders,
): Promise<SharedEntries> {
  return new Promise((resolve) => {
    let count = 0;
    let rest = '';
    const named: string[] = [];
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    const args = [...findOwned(folders, user), '-print0'];
    const finding = requireStreams(spawn('find', args, { stdio: [...stdio], signal, killSignal: 'SIGKILL' }));
    finding.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const paths = (rest + chunk).split('\0');
      rest = paths.pop() ?? '';
      count += paths.length;
      named.push(...paths.slice(0, mostNamed - named.length));
    });
    finding.on('error', () => resolve({ count, named, isComplete: false }));
    finding.on('close', () => resolve({ count, named, isComplete: true }));
  });
}

/**
 * @param projectFolder of the agent, whose owner is the user of the project's tests
 * @param signal ends the measurement
 * @returns what the tests have in shared folders on the disk of the project's folder; Infinity where it was ended
 */
export async function sharedUsage(
  projectFolder: string,
  unit: 'bytes' | 'files',
  signal: AbortSignal,
  folders = sharedFolders,
): Promise<number> {
  const project = await lstat(projectFolder).catch(() => null);
  if (project === null || !isTestUser(project.uid)) return 0;
  const disks = await Promise.all(folders.map((folder) => lstat(folder).catch(() => null)));
  const own = folders.filter((_, at) => disks[at]?.dev === project.dev);
  if (own.length === 0) return 0;
  return await diskUsageBy(
    (du) => ['find', [...findOwned(own, project), '-exec', 'du', ...du, '{}', '+']],
    unit,
    signal,
  );
}
