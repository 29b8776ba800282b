import { lstatSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { FrameworkContext } from '../frameworkAdapter.ts';

/**
 * Makes the folder for what the tests of a unit put out. It is not in the checkout: other places of the agent run from
 * that, and Playwright fails where a folder goes while it looks for spec files. A script that a test writes into its
 * output finds the project's packages all the same, for in the unit's own folder there are the same folders as around
 * the tests, with links to the packages in each.
 */
export async function outputPlace({ directory, scratch }: Pick<FrameworkContext, 'directory' | 'scratch'>) {
  let [folder, place] = [dirname(scratch), scratch];
  for (const name of relative(folder, directory).split(sep)) {
    [folder, place] = [join(folder, name), join(place, name)];
    await mkdir(place);
    const modules = join(folder, 'node_modules');
    // They may be a link themselves, to what only an image has.
    if (lstatSync(modules, { throwIfNoEntry: false })) await symlink(modules, join(place, 'node_modules'), 'junction');
  }
  return place;
}
