import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import { browserCaches } from './shownPaths.ts';

/** Lets a new home folder of a project show the browsers that the machine's frameworks have downloaded. */
export async function linkBrowsers(files: ProjectFiles, home: string): Promise<void> {
  const cacheFolder = join(home, '.cache');
  if ((await files.firstExisting([cacheFolder], true)) !== null) return;
  await files.makeFolder(cacheFolder);
  for (const cache of browserCaches) {
    const names = await readdir(join(homedir(), cache)).catch(() => []);
    if (names.length > 0) await files.makeFolder(join(home, cache));
    for (const name of names) await files.link(join(homedir(), cache, name), join(home, cache, name));
  }
}
