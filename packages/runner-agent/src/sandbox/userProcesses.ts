import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { inBatches, Mutex } from '@assay/concurrency';
import { findCommand } from '../process/findCommand.ts';
import { readAtOnce } from '../process/processTree.ts';
import { firstUser, isTestUser, type TestUser } from './testUser.ts';

const giveUpMs = 5_000;
const pauseMs = 20;
const signalWithinMs = 5_000;
/** Before thousands of busy processes. */
const firstOfAll = -20;

/** Sends a signal that reaches all processes of a user. As root it would end the machine, so it makes sure that it is not. */
const killScript = `
const user = Number(process.argv[1]);
process.seteuid(user);
const status = require('node:fs').readFileSync('/proc/self/status', 'utf8');
const ids = /^Uid:\\s*(\\d+)\\s+(\\d+)/m.exec(status)?.slice(1).map(Number) ?? [];
if (ids[0] !== ${firstUser.uid} || ids[1] !== user || user <= 0 || !/^CapEff:\\s*0+$/m.test(status)) process.exit(1);
process.kill(-1, 'SIGKILL');
`;

/** As processes that send such a signal reach each other. */
const kills = new Mutex();

/**
 * Ends all processes of a user. The system signals all of them at once, so that a process cannot fork its way out.
 * @returns how many there were, and how many are left after five seconds
 * @throws RangeError for a user that is not for tests: root's own processes would be among them
 */
export async function endProcessesOf(user: TestUser): Promise<{ ended: number; left: number }> {
  if (!isTestUser(user.uid)) throw new RangeError(`${user.uid} is not a user of tests`);
  const before = await processesOf(user);
  let left = before;
  for (
    const until = performance.now() + giveUpMs;
    left.length > 0 && performance.now() < until;
    left = await processesOf(user)
  ) {
    await killAll(user);
    killEach(await processesOf(user), user);
    await sleep(pauseMs);
  }
  return { ended: before.length - left.length, left: left.length };
}

/**
 * By the agent itself, for processes that take all that a control group or the machine permits: `killAll` has to start a
 * process, and fails until some of them end. The owner is checked immediately before, as ids are reused.
 */
function killEach(ids: readonly number[], { uid }: TestUser): void {
  for (const id of ids) {
    try {
      if (statSync(`/proc/${id}`).uid === uid) process.kill(id, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  }
}

/**
 * By a process with the effective user alone: who may be signalled follows from it, but who may signal the process, and
 * stop or kill it first, follows from its real and its saved user. Root cannot be the real one, as both decide who is
 * reached.
 */
function killAll({ uid }: TestUser): Promise<void> {
  const setpriv = findCommand(process.env, ['setpriv']);
  // Without it, there are no tests with a user of their own.
  if (setpriv === null) return Promise.resolve();
  const ids = [`--ruid=${firstUser.uid}`, '--euid=0', '--clear-groups'];
  const args = [...ids, '--', process.execPath, '--eval', killScript, String(uid)];
  const options = { cwd: '/', env: {}, timeout: signalWithinMs, killSignal: 'SIGKILL' } as const;
  const kill = () =>
    new Promise<void>((resolve) => {
      // Without any process to signal, it fails.
      const { pid } = execFile(setpriv, args, options, () => resolve());
      if (pid !== undefined) prefer(pid);
    });
  // A start may fail, for lack of memory for example.
  return kills.run(kill).catch(() => undefined);
}

function prefer(pid: number): void {
  try {
    setPriority(pid, firstOfAll);
  } catch {
    // It has ended, or a container's root may not.
  }
}

/** @returns the ids of a user's processes */
export async function processesOf({ uid }: Pick<TestUser, 'uid'>): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const own = await inBatches(ids, readAtOnce, (id) => isRunningAs(id, uid));
  return ids.filter((_, index) => own[index]).map(Number);
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
