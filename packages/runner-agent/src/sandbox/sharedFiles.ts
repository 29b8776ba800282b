import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isTestUser } from './testUser.ts';
import { sharedFolders } from './userLeftovers.ts';

/**
 * @param projectFolder of the agent, whose owner is the user of the project's tests
 * @param signal ends the search, which returns what was found so far
 * @returns what the tests have in the folders for all users of the machine, on the disk of the project's folder
 */
export async function sharedFilesOf(projectFolder: string, signal: AbortSignal): Promise<string[]> {
  const project = await lstat(projectFolder).catch(() => null);
  if (project === null || !isTestUser(project.uid)) return [];
  const own: string[] = [];
  for (const folder of sharedFolders) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (signal.aborted) return own;
      const path = join(folder, name);
      const entry = await lstat(path).catch(() => null);
      if (entry?.uid === project.uid && entry.dev === project.dev) own.push(path);
    }
  }
  return own;
}
