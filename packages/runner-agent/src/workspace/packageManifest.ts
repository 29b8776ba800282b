import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';

const Globs = Type.Array(Type.String());
const Workspaces = Type.Union([Globs, Type.Object({ packages: Globs })]);
const ManyMeta = Type.Record(Type.String(), Type.Object({ injected: Type.Optional(Type.Boolean()) }));
const Dependencies = Type.Optional(Type.Record(Type.String(), Type.String()));
const Manifest = Type.Object({
  version: Type.Optional(Type.String()),
  packageManager: Type.Optional(Type.String()),
  dependencies: Dependencies,
  devDependencies: Dependencies,
  dependenciesMeta: Type.Optional(Type.Unknown()),
  workspaces: Type.Optional(Type.Unknown()),
  scripts: Type.Optional(Type.Record(Type.String(), Type.String())),
});

export type PackageManifest = {
  text: string;
  /** Name to wanted range, of dependencies and development dependencies. */
  dependencies: Record<string, string>;
  /** Its install does more than fill node_modules, or depends on other files of the checkout. */
  doesMoreThanInstall: boolean;
  /** The package manager, such as 'yarn@4.5.0'; null where package.json names none. */
  packageManager: string | null;
  /** Globs of the folders that belong to its workspace; pnpm has them in a file of its own. */
  workspaces: string[];
  /** Whether it is the root of a workspace of npm or Yarn, also where its patterns cannot be read. */
  hasWorkspaces: boolean;
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
    hasWorkspaces: manifest.workspaces !== undefined,
    doesMoreThanInstall:
      Object.values(dependencies).some((range) => /^(file|link|portal):/.test(range)) ||
      hasCopies(manifest.dependenciesMeta) ||
      scripts.some((name) => ['preinstall', 'install', 'postinstall', 'prepare'].includes(name)),
  };
}

/** Whether pnpm copies members of the workspace into node_modules. */
function hasCopies(meta: unknown): boolean {
  return Value.Check(ManyMeta, meta) && Object.values(meta).some(({ injected }) => injected === true);
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
