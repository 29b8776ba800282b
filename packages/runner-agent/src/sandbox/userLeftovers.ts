import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { findCommand } from '../process/findCommand.ts';
import { removeOwnedAsAgent } from '../projectFiles/fileHelper.ts';
import { findOwned, sharedEntriesOf, sharedFolders } from './sharedFolders.ts';
import type { TestUser } from './testUser.ts';

/** The kinds of System V IPC, each with the option of `ipcrm` that removes one by its id. */
const ipcKinds = { shm: '-m', sem: '-s', msg: '-q' };
const giveUpMs = 60_000;

/** By a process of the user: it can remove nothing else, wherever links in the files lead. Folders may be unreadable. */
const removal = `
find "$@" -exec rm -rf -- {} +
find "$@" -type d -exec chmod -R u+rwx {} +
find "$@" -exec rm -rf -- {} +
`;

/** What a user has left on the machine. */
type Leftovers = { count: number; named: string[]; isComplete: boolean; ipcs: string[] };

/**
 * Removes what users without processes have left outside of their projects' folders.
 * @returns how many things there were of all of them, and the first ones that are left after a minute
 */
export async function removeLeftovers(
  users: readonly TestUser[],
  folders = sharedFolders,
): Promise<{ removed: number; left: string[] }> {
  let removed = 0;
  const left: string[] = [];
  for (const user of users) {
    const before = await leftoversOf(user, folders);
    if (before.count === 0 && before.isComplete) continue;
    await runAs(user, '/bin/sh', ['-c', removal, 'sh', ...findOwned(folders, user)]);
    const ipcrm = findCommand(process.env, ['ipcrm']);
    if (ipcrm !== null && before.ipcs.length > 0) await runAs(user, ipcrm, before.ipcs);
    const after = await leftoversAfter(user, folders);
    removed += Math.max(0, before.count - after.count);
    left.push(...after.named);
    if (!after.isComplete) left.push(`what else the user ${user.uid} has in ${folders.join(', ')}`);
  }
  return { removed, left };
}

/**
 * Other users may have files in folders of this one, which neither can remove: the agent does, which costs more.
 * @returns what is left
 */
async function leftoversAfter(user: TestUser, folders: readonly string[]): Promise<Leftovers> {
  const left = await leftoversOf(user, folders);
  if (left.count === 0 && left.isComplete) return left;
  for (const folder of folders.filter((each) => existsSync(each))) {
    // Its failure shows in what is left.
    await removeOwnedAsAgent(folder, user.uid, giveUpMs).catch(() => undefined);
  }
  return await leftoversOf(user, folders);
}

async function leftoversOf(user: TestUser, folders: readonly string[]): Promise<Leftovers> {
  const files = await sharedEntriesOf(user, AbortSignal.timeout(giveUpMs), folders);
  const objects = await ipcObjectsOf(user);
  const named = [...files.named, ...objects.map(([option, id]) => `ipc ${option} ${id}`)];
  return { ...files, count: files.count + objects.length, named, ipcs: objects.flat() };
}

/** @returns each as the arguments of `ipcrm` */
async function ipcObjectsOf({ uid }: TestUser): Promise<[option: string, id: string][]> {
  const found: [string, string][] = [];
  for (const [kind, option] of Object.entries(ipcKinds)) {
    const [titles = '', ...lines] = (await readFile(`/proc/sysvipc/${kind}`, 'utf8').catch(() => ''))
      .trim()
      .split('\n');
    const columns = titles.trim().split(/\s+/);
    for (const line of lines) {
      const values = line.trim().split(/\s+/);
      // Who made it may remove it, also after giving it to another user.
      if (values[columns.indexOf('cuid')] === String(uid)) found.push([option, values[1] ?? '']);
    }
  }
  return found;
}

/** Its failure shows in what is left. */
function runAs({ uid, gid }: TestUser, program: string, args: readonly string[]): Promise<void> {
  const options = {
    uid,
    gid,
    cwd: '/',
    env: { PATH: process.env.PATH },
    timeout: giveUpMs,
    killSignal: 'SIGKILL',
  } as const;
  return new Promise((resolve) => {
    execFile(program, args, options, () => resolve());
  });
}
