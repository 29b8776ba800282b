import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTestUser, type TestUser } from './testUser.ts';

const giveUpMs = 5_000;
const pauseMs = 20;

/**
 * Ends all processes of a user. The system signals all of them at once, so that a process cannot fork its way out.
 * @returns how many there were, and how many are left after five seconds
 * @throws RangeError for a user that is not for tests: root's own processes would be among them
 */
export async function endProcessesOf(user: TestUser): Promise<{ ended: number; left: number }> {
  if (!isTestUser(user.uid)) throw new RangeError(`${user.uid} is not a user of tests`);
  const before = await countProcesses(user);
  let left = before;
  for (const until = Date.now() + giveUpMs; left > 0 && Date.now() < until; left = await countProcesses(user)) {
    await killAll(user);
    await sleep(pauseMs);
  }
  return { ended: before - left, left };
}

/** By a process of that user: it may signal nobody else, and does not signal itself. */
function killAll({ uid, gid }: TestUser): Promise<void> {
  return new Promise((resolve) => {
    // Without any process to signal, it fails.
    execFile('/bin/sh', ['-c', 'kill -KILL -1'], { uid, gid, cwd: '/', env: {} }, () => resolve());
  });
}

async function countProcesses({ uid }: TestUser): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const own = await Promise.all(ids.map((id) => isRunningAs(id, uid)));
  return own.filter(Boolean).length;
}

async function isRunningAs(id: string, uid: number): Promise<boolean> {
  try {
    if ((await stat(`/proc/${id}`)).uid !== uid) return false;
    const told = await readFile(`/proc/${id}/stat`, 'utf8');
    return !/^[ZX]/.test(told.slice(told.lastIndexOf(')') + 2));
  } catch {
    // It has ended in the meantime.
    return false;
  }
}
