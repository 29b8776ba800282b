import { join } from 'node:path';
import { nodeLockFiles } from '@assay/contract';
import type { Program } from '../process/processHost.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import type { PackageManifest } from './packageManifest.ts';

/** Whether the run's processes have a program. */
export type HasProgram = (program: Program) => Promise<boolean>;

/** Where tests run. */
export type Machine = { files: ProjectFiles; has: HasProgram };
export type PackageManager = (typeof nodeLockFiles)[number][1];

/** How a project's packages are installed exactly as in its lock file. */
export type LockedInstall = { lockFile: string; command: string; environment: NodeJS.ProcessEnv };

/**
 * Otherwise later versions of Yarn would install a layout that only Yarn's own loader can read, and the agent looks for
 * packages too.
 */
const berryEnvironment = { YARN_NODE_LINKER: 'node-modules', YARN_ENABLE_TELEMETRY: '0' };

export async function hasLockFile(files: ProjectFiles, folder: string): Promise<boolean> {
  return (await files.firstExisting(nodeLockFiles.map(([name]) => join(folder, name)))) !== null;
}

/**
 * @returns null for a project without a lock file. With several, the one of the manager in package.json counts.
 * @throws UnitProblem install.toolMissing.
 */
export async function lockedInstallOf(
  directory: string,
  manifest: PackageManifest,
  machine: Machine,
): Promise<LockedInstall | null> {
  const locked = await lockOf(directory, manifest, machine.files);
  if (locked === null) return null;
  const { lockFile, manager } = locked;
  const tool = await commandOfManager(manager, directory, manifest, machine);
  if (tool === null) {
    throw new UnitProblem(
      'install.toolMissing',
      `The project's ${lockFile} needs ${manager}, which this runner agent does not have. Install it there ` +
        `(npm install --global ${manager}), or give the project an install command that does without.`,
    );
  }
  switch (manager) {
    case 'npm':
      return { lockFile, command: `${tool} ci --no-audit --no-fund`, environment: {} };
    case 'pnpm':
      return { lockFile, command: `${tool} install --frozen-lockfile`, environment: corepackEnvironment };
    case 'yarn': {
      const berry = await isBerry(directory, manifest, machine.files);
      const options = berry ? '--immutable' : '--frozen-lockfile --non-interactive';
      const own = { ...corepackEnvironment, ...(berry ? berryEnvironment : {}) };
      return { lockFile, command: `${tool} install ${options}`, environment: own };
    }
    default:
      return never(manager);
  }
}

type Lock = { lockFile: string; manager: PackageManager };

async function lockOf(directory: string, manifest: PackageManifest, files: ProjectFiles): Promise<Lock | null> {
  const exist = await Promise.all(nodeLockFiles.map(([name]) => files.isFile(join(directory, name))));
  const found = nodeLockFiles.filter((_, index) => exist[index]);
  const wanted = namedManager(manifest);
  const [lockFile, manager] = found.find(([, each]) => each === wanted) ?? found[0] ?? [];
  return lockFile && manager ? { lockFile, manager } : null;
}

function namedManager({ packageManager }: PackageManifest): string | undefined {
  return packageManager?.split('@')[0];
}

/** @returns the manager that package.json or the lock file names; null where neither does */
export async function managerOf(
  directory: string,
  manifest: PackageManifest,
  files: ProjectFiles,
): Promise<PackageManager | null> {
  const named = nodeLockFiles.map(([, manager]) => manager).find((manager) => manager === namedManager(manifest));
  return named ?? (await lockOf(directory, manifest, files))?.manager ?? null;
}

/** @returns how a shell starts the manager in the version that the project names; null where the machine lacks it */
export async function commandOfManager(
  manager: PackageManager,
  directory: string,
  manifest: PackageManifest,
  { files, has }: Machine,
): Promise<string | null> {
  const installed = (await has(manager)) ? manager : null;
  if (manager === 'npm') return installed;
  if (manager === 'pnpm') return installed ?? (await corepack(manifest, 'pnpm', has));
  const berry = await isBerry(directory, manifest, files);
  const release = berry ? await checkedInYarn(files, directory) : null;
  const managed = await corepack(manifest, berry ? 'yarn@stable' : 'yarn@1', has);
  // A globally installed Yarn is usually version 1, and refuses a project that names another.
  const named = berry && manifest.packageManager !== null;
  return release ?? (named ? (managed ?? installed) : (installed ?? managed));
}

async function isBerry(directory: string, manifest: PackageManifest, files: ProjectFiles): Promise<boolean> {
  if (/^yarn@([2-9]|\d\d)/.test(manifest.packageManager ?? '')) return true;
  const lock = await files.readText(join(directory, 'yarn.lock'));
  return /^__metadata:/m.test(lock ?? '');
}

const longestPath = 1000;
export const corepackEnvironment = { COREPACK_ENABLE_DOWNLOAD_PROMPT: '0' };

/** Corepack comes with Node and downloads the version in package.json, or else the given one. */
async function corepack(manifest: PackageManifest, version: string, has: HasProgram): Promise<string | null> {
  if (!(await has('corepack'))) return null;
  return manifest.packageManager ? `corepack ${version.split('@')[0]}` : `corepack ${version}`;
}

async function checkedInYarn(files: ProjectFiles, directory: string): Promise<string | null> {
  const settings = (await files.readText(join(directory, '.yarnrc.yml'))) ?? '';
  const line = settings.split('\n').find((each) => each.startsWith('yarnPath:'));
  const path = line?.slice('yarnPath:'.length, longestPath).replace(/["']/g, '').trim();
  // Absolute, as scripts call it from other folders.
  return path && (await files.isFile(join(directory, path))) ? `node "${join(directory, path)}"` : null;
}

function never(manager: never): never {
  throw new Error(`unknown package manager ${manager}`);
}
