import { join, relative } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { parse } from 'yaml';
import { ProjectFileError } from '../projectFiles/projectFileError.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import { hasLockFile } from './nodePackageManager.ts';
import { type PackageManifest, pnpmWorkspaceFile, readManifest } from './packageManifest.ts';

/** The folder of a workspace's root, and its package.json. */
export type WorkspaceRoot = { folder: string; manifest: PackageManifest };

/** What an installation fills, and what it depends on besides the manifest and the lock file of its folder. */
export type FilledFolders = {
  /** The folders that get a node_modules of their own or may get one, the root first. */
  folders: [string, ...string[]];
  inputs: string[];
};

/** As settings of a project are limited: patterns cost much more than their length. */
const maxGlobs = 100;
const longestGlob = 500;
const maxWorkspaceBytes = 64 * 1024;
/** The YAML parser is synchronous, and much slower per character than JSON's. */
const maxYamlLength = 16 * 1024;
/** Members of a workspace whose folders are kept. */
const maxMembers = 500;
const PnpmWorkspace = Type.Object({ packages: Type.Array(Type.String()) });

/** @returns the folders that the workspace's patterns name; none where it has no patterns */
export async function memberFolders(files: ProjectFiles, { folder, manifest }: WorkspaceRoot): Promise<string[]> {
  return await packagesAt(files, folder, [...manifest.workspaces, ...(await pnpmPackages(files, folder))]);
}

/**
 * @param manifest whose own install fills node_modules alone
 * @returns null where the install does more than fill folders named node_modules, or depends on more than is known
 */
export async function filledFoldersOf(
  files: ProjectFiles,
  folder: string,
  manifest: PackageManifest,
): Promise<FilledFolders | null> {
  try {
    return await knownFolders(files, { folder, manifest });
  } catch (error) {
    // A file or a number of files that is too large to be looked at; package managers read on.
    if (error instanceof ProjectFileError) return null;
    throw error;
  }
}

async function knownFolders(files: ProjectFiles, workspace: WorkspaceRoot): Promise<FilledFolders | null> {
  const { folder, manifest } = workspace;
  const pnpmText = await files.readText(join(folder, pnpmWorkspaceFile), { limit: maxWorkspaceBytes });
  if (!manifest.hasWorkspaces && pnpmText === null) return { folders: [folder], inputs: [] };
  // There links between members are absolute.
  if (process.platform === 'win32') return null;
  // pnpm then copies members, whose files are no part of the inputs.
  if (/inject/i.test(`${pnpmText} ${await files.readText(join(folder, '.npmrc'))}`)) return null;
  const named = await memberFolders(files, workspace);
  // Without patterns older versions of pnpm take every package.
  const members = (named.length > 0 ? named : await packagesAt(files, folder, ['**'])).filter(
    (each) => each !== folder,
  );
  if (members.length > maxMembers) return null;
  const root = await files.realPath(folder);
  const inputs = [pnpmText ?? ''];
  for (const member of members) {
    const path = relative(folder, member);
    const own = await readManifest(files, member);
    if (!own || own.doesMoreThanInstall || root === null) return null;
    if ((await hasLockFile(files, member)) || (await files.realPath(member)) !== join(root, path)) return null;
    inputs.push(path, own.text);
  }
  return { folders: [folder, ...members], inputs };
}

/**
 * Whether every package that a node_modules links to belongs to the workspace or is installed in it. Patterns do not follow
 * links, so a member behind a link is unknown.
 * @param packages the folders of the workspace's root and its members
 */
export async function linksOnlyTo(files: ProjectFiles, packages: readonly string[], modules: string): Promise<boolean> {
  const real = await Promise.all(packages.map((each) => files.realPath(each)));
  const isKnown = (target: string | null) =>
    target !== null && real.some((each) => target === each || target.startsWith(`${each}/node_modules/`));
  for (const link of await linksIn(files, modules)) if (!isKnown(await files.realPath(link))) return false;
  return true;
}

/** @returns the links of a node_modules: packages, with those that have a scope */
async function linksIn(files: ProjectFiles, modules: string): Promise<string[]> {
  const entries = (await files.list(modules)) ?? [];
  const links = entries.filter(({ kind }) => kind === 'link').map(({ name }) => join(modules, name));
  const scopes = entries.filter(({ kind, name }) => kind === 'folder' && name.startsWith('@'));
  for (const { name } of scopes) links.push(...(await linksIn(files, join(modules, name))));
  return links;
}

async function packagesAt(files: ProjectFiles, folder: string, globs: readonly string[]): Promise<string[]> {
  if (globs.length === 0) return [];
  const manifests = globs.slice(0, maxGlobs).map((pattern) => `${pattern.slice(0, longestGlob)}/package.json`);
  const found = await files.find(folder, manifests);
  return found.map(({ path }) => path.slice(0, -'/package.json'.length));
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
