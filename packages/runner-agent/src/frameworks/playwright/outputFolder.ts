import { dirname, join, relative, sep } from 'node:path';
import type { FrameworkContext } from '../frameworkAdapter.ts';

type OutputPlace = Pick<FrameworkContext, 'directory' | 'scratch'> & { host: Pick<FrameworkContext['host'], 'files'> };

/**
 * Creates the output folder for the tests of a unit. It is not in the checkout: other slots of the agent run from
 * there, and Playwright fails when a folder disappears while it looks for spec files. A script that a test writes into
 * its output still finds the project's packages, because the unit's folder has the same folders as around the tests,
 * with links to the packages in each.
 */
export async function outputFolder({ directory, scratch, host: { files } }: OutputPlace): Promise<string> {
  let [folder, place] = [dirname(scratch), scratch];
  for (const name of relative(folder, directory).split(sep)) {
    [folder, place] = [join(folder, name), join(place, name)];
    await files.makeFolder(place);
    const modules = join(folder, 'node_modules');
    // They may be links themselves, to what only an image has.
    if ((await files.firstExisting([modules], true)) !== null) await files.link(modules, join(place, 'node_modules'));
  }
  return place;
}
