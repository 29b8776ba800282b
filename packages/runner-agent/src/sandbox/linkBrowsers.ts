import { lstatSync } from 'node:fs';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { browserCaches } from './shownPaths.ts';

/** Lets a new home folder of a project show the browsers that the machine's frameworks have downloaded. */
export async function linkBrowsers(home: string): Promise<void> {
  // Later the folder is the tests' own, and the agent makes nothing where they may have put a link.
  if (lstatSync(join(home, '.cache'), { throwIfNoEntry: false })) return;
  await mkdir(join(home, '.cache'));
  for (const cache of browserCaches) {
    const names = await readdir(join(homedir(), cache)).catch(() => []);
    if (names.length > 0) await mkdir(join(home, cache));
    for (const name of names) await symlink(join(homedir(), cache, name), join(home, cache, name));
  }
}
