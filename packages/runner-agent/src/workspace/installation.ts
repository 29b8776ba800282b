import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const frameworks = ['@cucumber/cucumber', '@playwright/test'];

/**
 * Where the frameworks that come with Assay are: `ASSAY_MODULES`, or the nearest node_modules above the started file
 * that has one of them. Null when there are none: projects then bring their own.
 */
export function findInstalledModules(): string | null {
  const given = process.env.ASSAY_MODULES;
  if (given) return resolve(given);
  return above((folder) => {
    const modules = join(folder, 'node_modules');
    return frameworks.some((name) => existsSync(join(modules, name, 'package.json'))) ? modules : null;
  });
}

/**
 * @returns a reporter that runs inside a framework: from `ASSAY_REPORTERS_DIR`, or from the source tree above the
 * started file, which works for both the bundle and the sources.
 */
export function findReporter(name: string): string {
  const given = process.env.ASSAY_REPORTERS_DIR;
  if (given) return resolve(given, name);
  const found = above((folder) => {
    const places = [join(folder, 'reporters', name), join(folder, 'packages/runner-agent/reporters', name)];
    return places.find((place) => existsSync(place)) ?? null;
  });
  if (found) return found;
  throw new Error(`the reporter ${name} is not part of this installation; set ASSAY_REPORTERS_DIR to its folder`);
}

/** @returns the source of a reporter. */
export async function readReporter(name: string): Promise<Buffer> {
  return await readFile(findReporter(name));
}

function above(look: (folder: string) => string | null): string | null {
  // npm starts a package through a link.
  let folder = dirname(realpathSync(process.argv[1] ?? '.'));
  for (;;) {
    const found = look(folder);
    if (found) return found;
    const parent = dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
}
