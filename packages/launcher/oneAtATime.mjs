// Two terminals may start in one checkout at the same time: shared files are written by one process at a time.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const preparing = join(dirname(fileURLToPath(import.meta.url)), '../../dist/preparing');

/** Longer than an installation and a build take: after that, the id of a killed process may belong to another. */
const longestMs = 20 * 60_000;
const lookMs = 200;

/** @returns whether this process has the lock now */
function take(file) {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    // Created, but not written, on a full disk: it would hold up every other command.
    rmSync(file, { force: true });
    throw error;
  }
}

/** @returns whether the process that had the lock was killed before it could release it */
function isLeftOver(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > longestMs) return true;
    const pid = Number(readFileSync(file, 'utf8'));
    // Created and not written yet.
    if (!pid) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/**
 * Works while no other process holds the lock file; a killed process blocks nobody.
 * @param {string} file the lock file
 * @param {() => T | Promise<T>} work
 * @param {() => void} onWait called once when another process holds it
 * @returns {Promise<T>}
 * @template T
 */
export async function oneAtATime(file, work, onWait) {
  let waits = false;
  while (!take(file)) {
    if (isLeftOver(file)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!waits) onWait();
    waits = true;
    await wait(lookMs);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Installs or builds while no other process does so in this checkout. */
export const aloneInCheckout = (work) =>
  oneAtATime(preparing, work, () => console.log('Waiting for another command that installs or builds here …'));
