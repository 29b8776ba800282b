import { readdir, readFile, readlink } from 'node:fs/promises';

export type FoundProcess = { pid: number; command: string };

/**
 * The processes that have to do with a folder: it is in their command line, or they work in it. Linux only, for it is
 * read from /proc; elsewhere none are found.
 */
export async function processesOf(folder: string): Promise<FoundProcess[]> {
  if (process.platform !== 'linux') return [];
  const names = await readdir('/proc');
  const pids = names.map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  const found = await Promise.all(pids.map((pid) => lookAt(pid, folder)));
  return found.filter((one) => one !== null);
}

/**
 * Whether a process has let go of all that it had, its ports too. One that is ending has lost its command line, by which
 * {@link processesOf} finds it, some time before that.
 */
export async function hasEnded({ pid }: Pick<FoundProcess, 'pid'>): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The state comes after the name, which may have any character in it.
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return true;
  }
}

async function lookAt(pid: number, folder: string): Promise<FoundProcess | null> {
  try {
    const [raw, directory] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      readlink(`/proc/${pid}/cwd`),
    ]);
    const command = raw.replaceAll('\0', ' ').trim();
    // A zombie has no command line: it is gone, but for its parent to notice.
    return command !== '' && (command.includes(folder) || directory.startsWith(folder)) ? { pid, command } : null;
  } catch {
    // It ended while it was looked at, or it is not ours to look at.
    return null;
  }
}
