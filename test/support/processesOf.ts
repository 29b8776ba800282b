import { readdir, readFile, readlink } from 'node:fs/promises';

export type FoundProcess = { pid: number; command: string };

/**
 * The processes of a folder: it is in their command line, or is their working directory. Linux only, as it reads /proc;
 * elsewhere none are found.
 */
export async function processesOf(folder: string): Promise<FoundProcess[]> {
  if (process.platform !== 'linux') return [];
  const names = await readdir('/proc');
  const pids = names.map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  const found = await Promise.all(pids.map((pid) => lookAt(pid, folder)));
  return found.filter((one) => one !== null);
}

/**
 * Whether a process has released everything, including its ports. An ending process loses its command line, by which
 * {@link processesOf} finds it, some time before that.
 */
export async function hasEnded({ pid }: Pick<FoundProcess, 'pid'>): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The state comes after the name, which may contain any character.
    if (!/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))) return false;
    // Its main thread is gone; others that still end hold its ports.
    return (await readdir(`/proc/${pid}/task`)).length <= 1;
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
    // A zombie has no command line: it has ended, but its parent has not noticed yet.
    return command !== '' && (command.includes(folder) || directory.startsWith(folder)) ? { pid, command } : null;
  } catch {
    // It ended meanwhile, or access is denied.
    return null;
  }
}
