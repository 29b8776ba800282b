import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { setImmediate as soon } from 'node:timers/promises';

/** Whether this machine can limit the descriptors of a process. */
export const canLimitDescriptors =
  process.platform === 'linux' && spawnSync('prlimit', ['--version'], { stdio: 'ignore' }).status === 0;

function limitDescriptors(soft: number): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--nofile=${soft}:`]);
}

/** Descriptors besides those that are open: more than it takes to set the limit again. */
const spare = 100;

/** Opens all that may be opened. */
function openAll(): number[] {
  const open: number[] = [];
  for (;;) {
    try {
      open.push(openSync('/dev/null', 'r'));
    } catch {
      return open;
    }
  }
}

/**
 * Does something while this process can open nothing more.
 * @returns the errors that nothing has handled
 */
export async function withoutDescriptors(work: () => Promise<unknown>): Promise<unknown[]> {
  const [, soft = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  const uncaught: unknown[] = [];
  const onUncaught = (error: unknown) => uncaught.push(error);
  process.on('uncaughtException', onUncaught);
  limitDescriptors(readdirSync('/proc/self/fd').length + spare);
  const open = openAll();
  try {
    await work();
    // Node emits an error of the start later.
    await soon();
  } finally {
    for (const each of open) closeSync(each);
    limitDescriptors(Number(soft));
    process.off('uncaughtException', onUncaught);
  }
  return uncaught;
}
