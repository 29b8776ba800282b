import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const temporary = '/tmp';

/** @returns the folder of all runs' temporary folders */
export function allTmpRootsOf(agentFolder: string): string {
  return join(agentFolder, 'unit-tmp');
}

/** @returns the folder of a run's temporary folders, one for each unit: the agent's own, so no test can replace one */
export function tmpRootOf(agentFolder: string, testRunId: string): string {
  return join(allTmpRootsOf(agentFolder), testRunId);
}

/** Makes the folder of a run's temporary folders anew: an agent that was killed has left some. */
export async function makeTmpRoot(path: string, remove: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) await remove(path);
  await mkdir(path, { recursive: true, mode: 0o711 });
}

/**
 * Makes the folder that a unit's processes have as /tmp. What mounts it resolves its path with more rights than tests
 * have, so it lies where they can put no link in its place. Like the machine's /tmp, it is the agent's and sticky, so
 * what the agent makes in it stays what it is.
 * @param mounted paths that are mounted besides it; those below /tmp need a place in it
 */
export async function makeUnitTmp(path: string, mounted: readonly string[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  await mkdir(path);
  for (const each of mounted) {
    if (!each.startsWith(`${temporary}/`)) continue;
    const place = join(path, each.slice(temporary.length));
    // The agent's own folders appear when a test needs them.
    const isFolder = statSync(each, { throwIfNoEntry: false })?.isDirectory() ?? true;
    await mkdir(isFolder ? place : dirname(place), { recursive: true, mode: 0o755 });
    if (!isFolder) await writeFile(place, '');
  }
  await chmod(path, 0o1777);
}
