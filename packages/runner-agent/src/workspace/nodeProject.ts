import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { parse } from 'yaml';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import { hasLockFile } from './nodePackageManager.ts';
import { type PackageManifest, pnpmWorkspaceFile, readManifest } from './packageManifest.ts';
import type { Places } from './places.ts';

/** Where the Node packages that tests need are installed, and the package.json there. */
export type NodeProject = { folder: string; manifest: PackageManifest | null };

type Package = { folder: string; manifest: PackageManifest };
/** As settings of a project are limited: patterns cost much more than their length. */
const maxGlobs = 100;
const longestGlob = 500;
const maxWorkspaceBytes = 64 * 1024;
/** The YAML parser is synchronous, and much slower per character than JSON's. */
const maxYamlLength = 16 * 1024;
/** Folders with a package.json that are considered, the nearest first. */
const maxPackages = 8;
const PnpmWorkspace = Type.Object({ packages: Type.Array(Type.String()) });

/**
 * Looks for the package that the working directory is in, and where this has no lock file of its own, for the nearest
 * locked one that it belongs to: as a member of its workspace, or because it names no dependencies itself, in which case
 * Node looks for modules above.
 * @returns the working directory itself, without a manifest, where there is no package
 */
export async function findNodeProject(files: ProjectFiles, places: Places): Promise<NodeProject> {
  const packages: Package[] = [];
  for (const folder of places) {
    if (packages.length === maxPackages) break;
    const manifest = await readManifest(files, folder);
    if (manifest) packages.push({ folder, manifest });
  }
  const [own] = packages;
  if (!own) return { folder: places[0], manifest: null };
  const from = packages.indexOf(await installedWith(files, own, packages));
  const [{ folder, manifest } = own, ...above] = packages.slice(from);
  const named = [manifest, ...above.map((each) => each.manifest)].map(({ packageManager }) => packageManager);
  return { folder, manifest: { ...manifest, packageManager: named.find((each) => each !== null) ?? null } };
}

async function installedWith(files: ProjectFiles, own: Package, packages: readonly Package[]): Promise<Package> {
  const namesNone = Object.keys(own.manifest.dependencies).length === 0;
  for (const each of packages) {
    if (!(await hasLockFile(files, each.folder))) continue;
    if (each === own || namesNone || (await isMember(files, own.folder, each))) return each;
  }
  return own;
}

async function isMember(files: ProjectFiles, member: string, { folder, manifest }: Package): Promise<boolean> {
  const globs = [...manifest.workspaces, ...(await pnpmPackages(files, folder))];
  if (globs.length === 0) return false;
  const manifests = globs.slice(0, maxGlobs).map((pattern) => `${pattern.slice(0, longestGlob)}/package.json`);
  const members = await files.find(folder, manifests);
  return members.some(({ path }) => path === join(member, 'package.json'));
}

async function pnpmPackages(files: ProjectFiles, folder: string): Promise<string[]> {
  const text = await files.readText(join(folder, pnpmWorkspaceFile), { limit: maxWorkspaceBytes }).catch(() => null);
  if (text === null) return [];
  const wanted = text.length > maxYamlLength ? packagesLines(text) : text;
  if (wanted.length > maxYamlLength) return [];
  try {
    // The check for unique keys compares each key with all others. Warnings would be printed.
    const workspace: unknown = parse(wanted, { uniqueKeys: false, prettyErrors: false, logLevel: 'error' });
    return Value.Check(PnpmWorkspace, workspace) ? workspace.packages : [];
  } catch {
    // Not YAML: pnpm reports that better than we can.
    return [];
  }
}

/** @returns the lines of `packages` alone: catalogs of versions can be long. */
function packagesLines(text: string): string {
  const lines = text.split('\n');
  const own = lines.slice(lines.findIndex((line) => line.startsWith('packages:')));
  const end = own.findIndex((line, at) => at > 0 && /^[^\s#-]/.test(line));
  return own.slice(0, end === -1 ? own.length : end).join('\n');
}
