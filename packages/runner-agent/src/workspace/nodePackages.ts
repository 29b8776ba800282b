import { createHash } from 'node:crypto';
import { basename, dirname, join, relative } from 'node:path';
import { jasmineHelper } from '@assay/contract';
import type { Program } from '../process/processHost.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import type { KeptFolder } from './installations.ts';
import { linkInstalledPackages } from './installedPackages.ts';
import { withManagerOnPath } from './managerOnPath.ts';
import { type LockedInstall, lockedInstallOf } from './nodePackageManager.ts';
import { findNodeProject } from './nodeProject.ts';
import { type FilledFolders, filledFoldersOf, linksOnlyTo } from './nodeWorkspace.ts';
import { missingModules, type PackageManifest, pnpmWorkspaceFile, readManifest } from './packageManifest.ts';
import { retryWhileHeld } from './retryWhileHeld.ts';
import { type InstallOrder, runInstall } from './runInstall.ts';

/**
 * Installs the packages that the tests need: by the project's own command, from its lock file (once per lock file), or
 * from Assay's installation when that has everything the project asks for. They are installed for the whole workspace
 * where the tests' directory belongs to one.
 * @returns the environment of the tests, in which they find the project's package manager
 * @throws UnitProblem install.toolMissing, install.failed or timeout.
 */
export async function installNodePackages(unequipped: InstallOrder): Promise<NodeJS.ProcessEnv> {
  const { directory, places } = unequipped;
  const { files } = unequipped.host;
  const project = await findNodeProject(files, places);
  const environment = await withManagerOnPath(unequipped, project);
  const order = { ...unequipped, environment };
  const haveModules = async (folders: readonly string[]) =>
    (await files.firstExisting(folders.map((folder) => join(folder, 'node_modules')))) !== null;
  if (order.installCommand !== null) {
    await installByCommand(order, order.installCommand);
    if (!(await haveModules(places))) await linkInstalled(order, await readManifest(files, directory));
    return environment;
  }
  const { folder, manifest } = project;
  if (await haveModules([directory, folder])) {
    order.log.line('The repository brings its own node_modules; nothing is installed.');
    return environment;
  }
  if (folder !== directory) {
    const where = relative(places.at(-1) ?? folder, folder) || 'the root of the repository';
    order.log.line(`The packages are those of ${where}.`);
  }
  return { ...environment, ...(await installInFolder({ ...order, directory: folder }, manifest)) };
}

const added = String.raw`(?:@[\w-][\w.-]*\/)?[\w-][\w.-]*`;
/** As proposals have them, for what writes the results: by lock file, commands that only add a package to its own. */
const additions: readonly { lockFile: string; only: RegExp; written: readonly string[] }[] = [
  { lockFile: 'package-lock.json', only: new RegExp(`^npm ci && npm install --no-save ${added}$`), written: [] },
  {
    lockFile: 'yarn.lock',
    only: new RegExp(`^yarn install && yarn add --dev(?: --ignore-workspace-root-check)? ${added}$`),
    written: ['package.json', 'yarn.lock'],
  },
  {
    lockFile: 'pnpm-lock.yaml',
    only: new RegExp(`^pnpm install && pnpm add --save-dev(?: --workspace-root)? ${added}$`),
    written: ['package.json', 'pnpm-lock.yaml', pnpmWorkspaceFile],
  },
];

/** A command may do anything, so what it installs is kept only where it is known to do nothing else. */
async function installByCommand(order: InstallOrder, command: string): Promise<void> {
  const { directory, host } = order;
  const plain = command.replace(` && ${jasmineHelper}`, '');
  const addition = additions.find(({ only }) => only.test(plain));
  const isKept =
    addition !== undefined &&
    (await host.files.isFile(join(directory, addition.lockFile))) &&
    (await host.files.firstExisting([join(directory, 'node_modules')])) === null;
  const manifest = isKept ? await readManifest(host.files, directory) : null;
  if (!manifest || !addition) return await runInstall(order, command);
  const { lockFile, written } = addition;
  await installByLock(order, manifest, { lockFile, command, environment: {} }, written);
}

/** @returns what later commands of the package manager need as well */
async function installInFolder(order: InstallOrder, manifest: PackageManifest | null): Promise<NodeJS.ProcessEnv> {
  const { directory, log } = order;
  const has = async (name: Program) => (await order.host.find(order.environment, [name])) !== null;
  const { files } = order.host;
  const lock = manifest ? await lockedInstallOf(directory, manifest, { files, has }) : null;
  if (manifest && lock) {
    await installByLock(order, manifest, lock);
    return lock.environment;
  }
  const missing = manifest ? await missingModules(files, manifest.dependencies, order.installedModules ?? '') : [];
  if (missing.length === 0) await linkInstalled(order, manifest);
  else {
    log.line(`There is no lock file, and ${missing.join(', ')} do not come with Assay: they are installed.`);
    await runInstall(order, 'npm install --no-audit --no-fund');
  }
  return {};
}

async function linkInstalled(order: InstallOrder, manifest: PackageManifest | null): Promise<void> {
  const { directory, installedModules, host, log, testingFramework } = order;
  if (installedModules === null) return;
  const names = Object.keys(manifest?.dependencies ?? {});
  const linked = await linkInstalledPackages(host.files, names, testingFramework, installedModules, directory);
  if (linked.length > 0) log.line(`From Assay's own installation, ${installedModules}: ${linked.join(', ')}.`);
}

/** @param written files of the checkout that the command changes */
async function installByLock(
  order: InstallOrder,
  manifest: PackageManifest,
  { lockFile, command, environment }: LockedInstall,
  written: readonly string[] = [],
): Promise<void> {
  const { directory, host, folder, log } = order;
  const { files, installations } = host;
  const filled = manifest.doesMoreThanInstall ? null : await filledFoldersOf(files, directory, manifest);
  if (filled === null) return await runInstall(order, command, environment);
  const lock = (await files.readText(join(directory, lockFile))) ?? '';
  const kept = installations.pathOf([...host.system, command, manifest.text, lock, ...filled.inputs]);
  const modules = modulesOf(filled.folders, folder);
  if (await installations.has(kept)) {
    log.line(`${lockFile} is unchanged since an earlier run: its packages are used again.`);
  } else {
    await runInstall(order, command, environment);
    const own = await ownFolders(files, modules);
    if (own === null) return;
    await storeFiles(files, directory, written);
    await retryWhileHeld(() => installations.keep(kept, own));
  }
  if (await installations.provide(kept, modules)) return await restoreFiles(files, directory, written);
  log.line('This file system has no hard links, so the packages of a workspace are installed for each run.');
  await runInstall(order, command, environment);
}

/** In node_modules, so that they are kept with it. */
const stored = join('node_modules', '.assay');

async function storeFiles(files: ProjectFiles, directory: string, names: readonly string[]): Promise<void> {
  if (names.length > 0) await files.makeFolder(join(directory, stored));
  for (const name of names) {
    const text = await files.readText(join(directory, name));
    if (text !== null) await files.write(join(directory, stored, name), text);
  }
}

/** Since version 12 pnpm removes packages that are not in package.json before it starts a script. */
async function restoreFiles(files: ProjectFiles, directory: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const path = join(directory, name);
    const text = await files.readText(join(directory, stored, name));
    if (text === null || text === (await files.readText(path))) continue;
    await files.remove(path);
    await files.write(path, text, 0o644);
  }
}

/** @param within the folder of the run */
function modulesOf([root, ...members]: FilledFolders['folders'], within: string): [KeptFolder, ...KeptFolder[]] {
  const kept = (folder: string, name: string) => ({ path: join(folder, 'node_modules'), name, within });
  // A member's path can be longer than a name.
  const nameOf = (member: string) => createHash('sha256').update(relative(root, member)).digest('hex');
  return [kept(root, 'node_modules'), ...members.map((member) => kept(member, nameOf(member)))];
}

/**
 * @returns those that the installation has made; null where the first one is missing, one of them is a link, or packages
 * are linked to other places than these folders
 */
async function ownFolders(files: ProjectFiles, modules: readonly KeptFolder[]): Promise<KeptFolder[] | null> {
  const own: KeptFolder[] = [];
  const packages = modules.map(({ path }) => dirname(path));
  for (const each of modules) {
    const isThere = (await files.firstExisting([each.path], true)) !== null;
    if (isThere ? !(await isOwnFolder(files, each.path)) : each === modules[0]) return null;
    if (isThere && modules.length > 1 && !(await linksOnlyTo(files, packages, each.path))) return null;
    if (isThere) own.push(each);
  }
  return own;
}

/** Whether it is a folder itself: what an install script has put elsewhere is not this installation's to keep. */
async function isOwnFolder(files: ProjectFiles, path: string): Promise<boolean> {
  const [folder, real] = await Promise.all([files.realPath(dirname(path)), files.realPath(path)]);
  return folder !== null && real === join(folder, basename(path)) && (await files.isFolder(path));
}
