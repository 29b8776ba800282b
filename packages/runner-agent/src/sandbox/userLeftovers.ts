import { execFile } from 'node:child_process';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findCommand } from '../process/findCommand.ts';
import type { TestUser } from './testUser.ts';

/** Where all users of a machine may leave files, shared memory and message queues. */
export const sharedFolders = ['/tmp', '/var/tmp', '/dev/shm', '/dev/mqueue', '/run/lock', '/var/crash'];
/** The kinds of System V IPC, each with the option of `ipcrm` that removes one by its id. */
const ipcKinds = { shm: '-m', sem: '-s', msg: '-q' };
const giveUpMs = 60_000;

/** By a process of the user: it can remove nothing else, wherever links in the files lead. Folders may be unreadable. */
const removal = `
find "$@" -exec rm -rf -- {} +
find "$@" -type d -exec chmod -R u+rwx {} +
find "$@" -exec rm -rf -- {} +
`;

/** What a user has left on the machine, by the words of a log. */
type Leftovers = Map<number, string[]>;

/**
 * Removes what users without processes have left outside of their projects' folders.
 * @returns how many things there were of all of them, and those that are left after a minute
 */
export async function removeLeftovers(users: readonly TestUser[]): Promise<{ removed: number; left: string[] }> {
  const before = await findLeftovers(users);
  if (before.size === 0) return { removed: 0, left: [] };
  for (const user of users) {
    const own = before.get(user.uid);
    if (!own) continue;
    const ofUser = ['-mindepth', '1', '-maxdepth', '1', '-user', String(user.uid)];
    await runAs(user, '/bin/sh', ['-c', removal, 'sh', ...sharedFolders, ...ofUser]);
    const ipcrm = findCommand(process.env, ['ipcrm']);
    const ipcs = own.flatMap((each) => /^ipc (\S+) (\d+)$/.exec(each)?.slice(1) ?? []);
    if (ipcrm !== null && ipcs.length > 0) await runAs(user, ipcrm, ipcs);
  }
  const left = [...(await findLeftovers(users)).values()].flat();
  return { removed: [...before.values()].flat().length - left.length, left };
}

async function findLeftovers(users: readonly TestUser[]): Promise<Leftovers> {
  const found: Leftovers = new Map();
  const wanted = new Set(users.map(({ uid }) => uid));
  const add = (uid: number, what: string) => {
    if (!wanted.has(uid)) return;
    const own = found.get(uid);
    // A user may have left millions.
    if (own) own.push(what);
    else found.set(uid, [what]);
  };
  for (const folder of sharedFolders) {
    for (const name of await readdir(folder).catch(() => [])) {
      const uid = await lstat(join(folder, name))
        .then((entry) => entry.uid)
        .catch(() => null);
      if (uid !== null) add(uid, join(folder, name));
    }
  }
  for (const [kind, option] of Object.entries(ipcKinds)) {
    const [titles = '', ...lines] = (await readFile(`/proc/sysvipc/${kind}`, 'utf8').catch(() => ''))
      .trim()
      .split('\n');
    const columns = titles.trim().split(/\s+/);
    for (const line of lines) {
      const values = line.trim().split(/\s+/);
      // Who made it may remove it, also after giving it to another user.
      add(Number(values[columns.indexOf('cuid')]), `ipc ${option} ${values[1]}`);
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
