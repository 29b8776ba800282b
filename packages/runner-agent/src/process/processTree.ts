import { type ChildProcess, execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { inBatches } from '@assay/concurrency';
import { isTestUser } from '../sandbox/testUser.ts';
import { MarkedProcesses } from './markedProcesses.ts';
import { type TreeLeader, treeKillOrder } from './spawnOrder.ts';

type RunningLeader = TreeLeader & Pick<ChildProcess, 'kill'>;

/** The processes that a leader has started. */
type Tree = {
  mark: string;
  /** The leader only holds the tree, which would die with it: SIGTERM is for the processes with the mark. */
  holder?: boolean;
  /** The user of its processes, if it is one for tests: those of other tests do not belong to it. */
  uid?: number;
};

const marked = new MarkedProcesses();
const killWithinMs = 10_000;
/** Processes that are read at a time. Each takes file handles, and systems permit a process as few as 1024. */
export const readAtOnce = 64;

/** The variable that every process of a unit inherits: it also identifies processes that leave the group (Linux). */
export const treeMarkVariable = 'ASSAY_PROCESS_TREE';

/**
 * Ends a process, its group and everything else it started: SIGTERM first, SIGKILL after `graceMs`. A child that made
 * its own group or was orphaned is found by its inherited mark on Linux, elsewhere by its parents. Windows has no such
 * signals, and a tree is known only while its leader runs; processes that a Node leader started itself end with it
 * there.
 * @returns once nothing of the tree runs, or after two seconds of trying to kill it.
 */
export async function endProcessTree(process_: RunningLeader, tree: Tree, graceMs: number): Promise<void> {
  if (process.platform === 'win32') return await endWindowsTree(process_);
  const leader = process_.pid;
  if (leader === undefined) return;
  let alive = await targetsOf(process_, leader, tree);
  if (alive.length > 0 && graceMs > 0) {
    signalAll(tree.holder ? await searchProc(tree) : alive, 'SIGTERM');
    const until = performance.now() + graceMs;
    while (alive.length > 0 && performance.now() < until) {
      await sleep(25);
      alive = await targetsOf(process_, leader, tree);
    }
  }
  // A process can fork between being listed and being killed, so look again until nothing is left.
  const giveUp = performance.now() + 2000;
  while (alive.length > 0 && performance.now() < giveUp) {
    signalAll(alive, 'SIGKILL');
    await sleep(15);
    alive = await targetsOf(process_, leader, tree);
  }
}

async function endWindowsTree(leader: RunningLeader): Promise<void> {
  const order = treeKillOrder(leader);
  if (!order) return;
  await new Promise<void>((resolve) => {
    execFile(order.command, order.args, { windowsHide: true, timeout: killWithinMs }, (error) => {
      // Where the program is missing: otherwise the wait for the process's end would last forever.
      if (error) leader.kill('SIGKILL');
      resolve();
    });
  });
}

/** @param targets process ids, and groups as negative numbers */
function signalAll(targets: readonly number[], signal: NodeJS.Signals): void {
  for (const id of targets) {
    try {
      process.kill(id, signal);
    } catch (error) {
      // It has ended in the meantime, or belongs to another user.
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ESRCH' && code !== 'EPERM') throw error;
    }
  }
}

/**
 * @returns the running processes (without zombies) in the leader's group or with the mark: their ids, and the group as a
 * negative number
 */
async function targetsOf(process_: TreeLeader, leader: number, tree: Tree): Promise<number[]> {
  const isOver = process_.exitCode !== null || process_.signalCode !== null;
  return process.platform === 'linux' ? await searchProc(tree, leader, isOver) : await fromPs(leader, isOver);
}

/**
 * @param leader whose group counts as well
 * @param isOver whether the leader has ended: no new process gets its id while a process is in its group, so that one
 * with this id shows that both are of another tree now
 * @returns the ids of the running processes with the mark, or in the group.
 */
async function searchProc({ mark, uid }: Tree, leader?: number, isOver = false): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const group = isOver && ids.includes(leader ?? 0) ? undefined : leader;
  const running = new Map<number, ProcessSeen>();
  // Tests can have thousands of processes.
  await inBatches(ids, readAtOnce, async (id) => {
    const seen = id === process.pid ? null : await lookAt(id);
    if (seen !== null) running.set(id, seen);
  });
  const grouped = [...running].filter(([, seen]) => seen.group === group).map(([id]) => id);
  const others = [...running].filter(([, seen]) => seen.group !== group && !isOther(seen.uid, uid)).map(([id]) => id);
  const ofMark = await marked.search(`${treeMarkVariable}=${mark}`, others);
  // The search takes milliseconds, or seconds where a process blocks it: time enough for another process to get an id.
  const [inGroup, withMark] = await Promise.all([stillTheSame(grouped, running), stillTheSame(ofMark, running)]);
  return [...(group !== undefined && inGroup.length > 0 ? [-group, ...inGroup] : []), ...withMark];
}

/** A running process; the time at which it started, in ticks since the machine did, distinguishes those with one id. */
export type ProcessSeen = { group: number; startedAt: string; uid: number };

/** @returns what a process is now; null: it is over, also while its parent has not noticed */
export async function lookAt(id: number): Promise<ProcessSeen | null> {
  try {
    const [said, { uid }] = await Promise.all([readFile(`/proc/${id}/stat`, 'utf8'), stat(`/proc/${id}`)]);
    // As proc(5) counts them: the 3rd, the 5th and the 22nd. The 2nd is a name, which may have blanks.
    const fields = said.slice(said.lastIndexOf(')') + 2).split(' ');
    const [state, , group] = fields;
    return state === 'Z' || state === 'X' ? null : { group: Number(group), startedAt: fields[19] ?? '', uid };
  } catch (error) {
    // One that cannot be seen now may well be running.
    if (error instanceof Error && 'code' in error && ['EMFILE', 'ENFILE'].includes(String(error.code))) throw error;
    return null;
  }
}

/** @returns those of the ids that are of the same processes as before */
export async function stillTheSame(
  ids: readonly number[],
  before: ReadonlyMap<number, ProcessSeen>,
): Promise<number[]> {
  const same = await inBatches(
    ids,
    readAtOnce,
    async (id) => (await lookAt(id))?.startedAt === before.get(id)?.startedAt,
  );
  return ids.filter((_, index) => same[index]);
}

function isOther(owner: number, uid: number | undefined): boolean {
  return uid !== undefined && isTestUser(owner) && owner !== uid;
}

async function fromPs(leader: number, isOver: boolean): Promise<number[]> {
  const table = await new Promise<string>((resolve) => {
    execFile('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], (_error, stdout) => resolve(stdout));
  });
  const rows = table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state]) => state !== undefined && !state.startsWith('Z'))
    .map(([id, parent, group]) => ({ id: Number(id), parent: Number(parent), group: Number(group) }));
  if (isOver && rows.some(({ id }) => id === leader)) return [];
  const tree = new Set([leader]);
  for (let before = 0; before !== tree.size; ) {
    before = tree.size;
    for (const row of rows) if (tree.has(row.parent) || row.group === leader) tree.add(row.id);
  }
  const own = rows.filter((row) => tree.has(row.id) && row.id !== process.pid);
  return [...(own.some(({ group }) => group === leader) ? [-leader] : []), ...own.map(({ id }) => id)];
}
