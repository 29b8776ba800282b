import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UnitProblem } from '../units/unitProblem.ts';
import { findInstalledModules } from '../workspace/installation.ts';

/**
 * @param script the module to run, relative to the package's folder
 * @returns the script of the project's own framework, else of the one in Assay's installation.
 * @throws UnitProblem framework.notFound.
 */
export async function findFrameworkCli(
  directory: string,
  name: string,
  script: string,
): Promise<{ script: string; version: string }> {
  const installed = findInstalledModules();
  for (const from of [
    join(directory, 'package.json'),
    ...(installed ? [join(dirname(installed), 'package.json')] : []),
  ]) {
    const manifest = findPackageOf(from, name);
    if (!manifest) continue;
    const { version }: { version?: string } = JSON.parse(await readFile(manifest, 'utf8'));
    return { script: join(dirname(manifest), script), version: version ?? 'unknown' };
  }
  throw new UnitProblem(
    'framework.notFound',
    `${name} is not installed. Add it to the devDependencies of the project's package.json, or give the project an ` +
      'install command that brings it.',
  );
}

/**
 * @param others count too; of several in the same place, the first name
 * @returns the manifest of a package as the module `file` would find it; null where there is none. It is not resolved
 * as a module: a package's exports need not include its manifest.
 */
export function findPackageOf(file: string, name: string, ...others: string[]): string | null {
  const places = createRequire(file).resolve.paths(name) ?? [];
  const manifests = places.flatMap((place) => [name, ...others].map((each) => join(place, each, 'package.json')));
  const found = manifests.find((path) => existsSync(path));
  return found ? realpathSync(found) : null;
}
