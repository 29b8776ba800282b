import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import { findInstalledModules } from '../workspace/installation.ts';

/**
 * @param script the module to run, relative to the package's folder
 * @returns the script of the project's own framework, else of the one in Assay's installation.
 * @throws UnitProblem framework.notFound.
 */
export async function findFrameworkCli(
  files: ProjectFiles,
  directory: string,
  name: string,
  script: string,
): Promise<{ script: string; version: string }> {
  const installed = findInstalledModules();
  for (const from of [
    join(directory, 'package.json'),
    ...(installed ? [join(dirname(installed), 'package.json')] : []),
  ]) {
    const manifest = await findPackageOf(files, from, name);
    if (!manifest) continue;
    const { version = 'unknown' } = await readIdentity(files, manifest);
    return { script: join(dirname(manifest), script), version };
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
export async function findPackageOf(
  files: ProjectFiles,
  file: string,
  name: string,
  ...others: string[]
): Promise<string | null> {
  const places = createRequire(file).resolve.paths(name) ?? [];
  const manifests = places.flatMap((place) => [name, ...others].map((each) => join(place, each, 'package.json')));
  const found = await files.firstExisting(manifests);
  return found === null ? null : await files.realPath(found);
}

const Identity = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 300 })),
  version: Type.Optional(Type.String({ maxLength: 100 })),
});

/** @returns the name and version in a manifest; neither where it has none that can be read. */
export async function readIdentity(
  files: ProjectFiles,
  manifest: string,
): Promise<{ name?: string; version?: string }> {
  try {
    const parsed: unknown = JSON.parse((await files.readText(manifest)) ?? '{}');
    return Value.Check(Identity, parsed) ? parsed : {};
  } catch {
    // The package itself reports what is wrong with it; an error here would quote the file.
    return {};
  }
}
