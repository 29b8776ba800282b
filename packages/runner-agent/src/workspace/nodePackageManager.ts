import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeLockFiles } from '@assay/contract';
import type { Program } from '../process/processHost.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import type { PackageManifest } from './packageManifest.ts';

/** How a project's packages are installed exactly as in its lock file. */
export type LockedInstall = { lockFile: string; command: string; environment: NodeJS.ProcessEnv };

/**
 * Otherwise later versions of Yarn would install a layout that only Yarn's own loader can read, and the agent looks for
 * packages too.
 */
const berryEnvironment = { YARN_NODE_LINKER: 'node-modules', YARN_ENABLE_TELEMETRY: '0' };

export function hasLockFile(folder: string): boolean {
  return nodeLockFiles.some(([name]) => existsSync(join(folder, name)));
}

/**
 * @returns null for a project without a lock file. With several, the one of the manager in package.json counts.
 * @throws UnitProblem install.toolMissing.
 */
export async function lockedInstallOf(
  directory: string,
  manifest: PackageManifest,
  has: (program: Program) => boolean,
): Promise<LockedInstall | null> {
  const found = nodeLockFiles.filter(([name]) => existsSync(join(directory, name)));
  const wanted = manifest.packageManager?.split('@')[0];
  const [lockFile, manager] = found.find(([, each]) => each === wanted) ?? found[0] ?? [];
  if (!lockFile || !manager) return null;
  const missing = () =>
    new UnitProblem(
      'install.toolMissing',
      `The project's ${lockFile} needs ${manager}, which this runner agent does not have. Install it there ` +
        `(npm install --global ${manager}), or give the project an install command that does without.`,
    );
  switch (manager) {
    case 'npm':
      if (!has('npm')) throw missing();
      return { lockFile, command: 'npm ci --no-audit --no-fund', environment: {} };
    case 'pnpm': {
      const tool = has('pnpm') ? 'pnpm' : corepack(manifest, 'pnpm', has);
      if (!tool) throw missing();
      return { lockFile, command: `${tool} install --frozen-lockfile`, environment: corepackEnvironment };
    }
    case 'yarn': {
      const lock = await readFile(join(directory, lockFile), 'utf8');
      const berry = /^__metadata:/m.test(lock) || /^yarn@([2-9]|\d\d)/.test(manifest.packageManager ?? '');
      const release = berry ? await checkedInYarn(directory) : null;
      const installed = has('yarn') ? 'yarn' : null;
      const managed = corepack(manifest, berry ? 'yarn@stable' : 'yarn@1', has);
      // A globally installed Yarn is usually version 1, and refuses a project that names another.
      const named = berry && manifest.packageManager !== null;
      const tool = release ?? (named ? (managed ?? installed) : (installed ?? managed));
      if (!tool) throw missing();
      const options = berry ? '--immutable' : '--frozen-lockfile --non-interactive';
      const own = { ...corepackEnvironment, ...(berry ? berryEnvironment : {}) };
      return { lockFile, command: `${tool} install ${options}`, environment: own };
    }
    default:
      return never(manager);
  }
}

const corepackEnvironment = { COREPACK_ENABLE_DOWNLOAD_PROMPT: '0' };

/** Corepack comes with Node and downloads the version in package.json, or else the given one. */
function corepack(manifest: PackageManifest, version: string, has: (program: Program) => boolean): string | null {
  if (!has('corepack')) return null;
  return manifest.packageManager ? `corepack ${version.split('@')[0]}` : `corepack ${version}`;
}

async function checkedInYarn(directory: string): Promise<string | null> {
  const settings = await readFile(join(directory, '.yarnrc.yml'), 'utf8').catch(() => '');
  const path = /^yarnPath:\s*["']?([^"'\n]+?)["']?\s*$/m.exec(settings)?.[1];
  return path && existsSync(join(directory, path)) ? `node "${path}"` : null;
}

function never(manager: never): never {
  throw new Error(`unknown package manager ${manager}`);
}
