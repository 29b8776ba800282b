import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Program } from '../process/processHost.ts';
import { keptFolder } from './keptInstallation.ts';
import { type LockedInstall, lockedInstallOf } from './nodePackageManager.ts';
import { findNodeProject } from './nodeProject.ts';
import { missingModules, type PackageManifest } from './packageManifest.ts';
import { removeFolder, retryWhileHeld } from './retryWhileHeld.ts';
import { type InstallOrder, runInstall } from './runInstall.ts';

/**
 * Installs the packages that the tests need: by the project's own command, from its lock file (once per lock file), or
 * from Assay's installation when that has everything the project asks for. They are installed for the whole workspace
 * where the tests' directory belongs to one.
 * @throws UnitProblem install.toolMissing, install.failed or timeout.
 */
export async function installNodePackages(order: InstallOrder): Promise<void> {
  const { directory, places } = order;
  const hasModules = (folder: string) => existsSync(join(folder, 'node_modules'));
  if (order.installCommand !== null) {
    await runInstall(order, order.installCommand);
    if (!places.some(hasModules)) await linkInstalled(order);
    return;
  }
  const { folder, manifest } = await findNodeProject(places);
  if ([directory, folder].some(hasModules)) {
    order.log.line('The repository brings its own node_modules; nothing is installed.');
    return;
  }
  if (folder !== directory) {
    const where = relative(places.at(-1) ?? folder, folder) || 'the root of the repository';
    order.log.line(`The packages are those of ${where}.`);
  }
  await installInFolder({ ...order, directory: folder }, manifest);
}

async function installInFolder(order: InstallOrder, manifest: PackageManifest | null): Promise<void> {
  const { directory, log } = order;
  const hasProgram = (name: Program) => order.host.find(order.environment, [name]) !== null;
  const lock = manifest ? await lockedInstallOf(directory, manifest, hasProgram) : null;
  if (manifest && lock) return await installByLock(order, manifest, lock);
  const missing = manifest ? await missingModules(manifest.dependencies, order.installedModules ?? '') : [];
  if (missing.length === 0) return await linkInstalled(order);
  log.line(`There is no lock file, and ${missing.join(', ')} do not come with Assay: they are installed.`);
  await runInstall(order, 'npm install --no-audit --no-fund');
}

async function linkInstalled({ directory, installedModules, log }: InstallOrder): Promise<void> {
  if (installedModules === null) return;
  await symlink(installedModules, join(directory, 'node_modules'), 'junction');
  log.line(`The project needs no packages but those of Assay's own installation: using ${installedModules}.`);
}

async function installByLock(
  order: InstallOrder,
  manifest: PackageManifest,
  { lockFile, command, environment }: LockedInstall,
): Promise<void> {
  const { directory, host, log } = order;
  if (manifest.doesMoreThanInstall) return await runInstall(order, command, environment);
  const lock = await readFile(join(directory, lockFile), 'utf8');
  const from = [...host.system, command, manifest.text, lock];
  const kept = keptFolder(host.installs, from);
  const modules = join(directory, 'node_modules');
  if (existsSync(join(kept, 'node_modules'))) {
    log.line(`${lockFile} is unchanged since an earlier run: its packages are used again.`);
  } else {
    await runInstall(order, command, environment);
    if (!existsSync(modules)) return;
    await keepModules(modules, kept);
  }
  await symlink(join(kept, 'node_modules'), modules, 'junction');
}

async function keepModules(modules: string, kept: string): Promise<void> {
  await mkdir(kept, { recursive: true });
  try {
    await retryWhileHeld(() => rename(modules, join(kept, 'node_modules')));
  } catch (error) {
    // Another run with the same lock file was faster; its packages are the same.
    if (!existsSync(join(kept, 'node_modules'))) throw error;
    await removeFolder(modules);
  }
}
