// The stores that tests start wait for the disk at each write, and a document store meanwhile does nothing else: on a
// busy disk that was a third of a spec's time. Where the system has room in memory, their data are there. A test that
// kills processes is none the worse for it, since what was written stays; those about the disk itself use the disk.
import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux keeps it in memory. */
const memory = '/dev/shm';
const prefix = 'assay-tests-';
const enoughBytes = 8 * 1024 ** 3;

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enoughBytes;
  } catch {
    return false;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** What runs that were killed have left in memory. */
function removeLeftOvers() {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0;
    if (pid > 0 && !isRunning(pid)) rmSync(join(memory, name), { recursive: true, force: true });
  }
}

/**
 * Makes a folder in memory for this process, which removes it when it ends.
 * @returns {string | null} null where memory is scarce
 */
export function storesInMemory() {
  if (process.platform !== 'linux' || !hasRoom()) return null;
  removeLeftOvers();
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
