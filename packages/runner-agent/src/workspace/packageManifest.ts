import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';

const Globs = Type.Array(Type.String());
const Workspaces = Type.Union([Globs, Type.Object({ packages: Globs })]);
const Dependencies = Type.Optional(Type.Record(Type.String(), Type.String()));
const Manifest = Type.Object({
  version: Type.Optional(Type.String()),
  packageManager: Type.Optional(Type.String()),
  dependencies: Dependencies,
  devDependencies: Dependencies,
  workspaces: Type.Optional(Type.Unknown()),
  scripts: Type.Optional(Type.Record(Type.String(), Type.String())),
});

export type PackageManifest = {
  text: string;
  /** Name to wanted range, of dependencies and development dependencies. */
  dependencies: Record<string, string>;
  /** Its install does more than fill node_modules, or links into the checkout: that folder alone is not enough. */
  doesMoreThanInstall: boolean;
  /** The package manager, such as 'yarn@4.5.0'; null where package.json names none. */
  packageManager: string | null;
  /** Globs of the folders that belong to its workspace; pnpm has them in a file of its own. */
  workspaces: string[];
};

export const pnpmWorkspaceFile = 'pnpm-workspace.yaml';

/** @returns the package.json of a folder; null without one, or for one that npm could not read either. */
export async function readManifest(files: ProjectFiles, folder: string): Promise<PackageManifest | null> {
  const text = await files.readText(join(folder, 'package.json'));
  const manifest = text === null ? null : parse(text);
  if (text === null || !manifest) return null;
  const scripts = Object.keys(manifest.scripts ?? {});
  const dependencies = { ...manifest.dependencies, ...manifest.devDependencies };
  return {
    text,
    dependencies,
    packageManager: manifest.packageManager ?? null,
    workspaces: globsOf(manifest.workspaces),
    doesMoreThanInstall:
      manifest.workspaces !== undefined ||
      (await files.isFile(join(folder, pnpmWorkspaceFile))) ||
      Object.values(dependencies).some((range) => /^(file|link|portal|workspace):/.test(range)) ||
      scripts.some((name) => ['preinstall', 'install', 'postinstall', 'prepare'].includes(name)),
  };
}

function globsOf(workspaces: unknown): string[] {
  if (!Value.Check(Workspaces, workspaces)) return [];
  return Array.isArray(workspaces) ? workspaces : workspaces.packages;
}

/** @returns the wanted packages that the modules folder lacks in the wanted major version. */
export async function missingModules(
  files: ProjectFiles,
  dependencies: Record<string, string>,
  modules: string,
): Promise<string[]> {
  const checked = await Promise.all(
    Object.entries(dependencies).map(async ([name, range]) => {
      const text = await files.readText(join(modules, name, 'package.json'));
      const version = text === null ? undefined : parse(text)?.version;
      return version !== undefined && sameMajor(range, version) ? null : name;
    }),
  );
  return checked.filter((name) => name !== null);
}

function sameMajor(range: string, version: string): boolean {
  const wanted = /\d+/.exec(range)?.[0];
  return wanted === undefined || wanted === /\d+/.exec(version)?.[0];
}

function parse(text: string) {
  try {
    const manifest: unknown = JSON.parse(text);
    return Value.Check(Manifest, manifest) ? manifest : null;
  } catch {
    // Not JSON: the tool that needs it reports that better than we can.
    return null;
  }
}
