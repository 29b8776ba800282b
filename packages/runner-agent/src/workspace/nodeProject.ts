import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import { hasLockFile } from './nodePackageManager.ts';
import { memberFolders, type WorkspaceRoot } from './nodeWorkspace.ts';
import { type PackageManifest, readManifest } from './packageManifest.ts';
import type { Places } from './places.ts';

/** Where the Node packages that tests need are installed, and the package.json there. */
export type NodeProject = { folder: string; manifest: PackageManifest | null };

/** Folders with a package.json that are considered, the nearest first. */
const maxPackages = 8;

/**
 * Looks for the package that the working directory is in, and where this has no lock file of its own, for the nearest
 * locked one that it belongs to: as a member of its workspace, or because it names no dependencies itself, in which case
 * Node looks for modules above.
 * @returns the working directory itself, without a manifest, where there is no package
 */
export async function findNodeProject(files: ProjectFiles, places: Places): Promise<NodeProject> {
  const packages: WorkspaceRoot[] = [];
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

async function installedWith(
  files: ProjectFiles,
  own: WorkspaceRoot,
  packages: readonly WorkspaceRoot[],
): Promise<WorkspaceRoot> {
  const namesNone = Object.keys(own.manifest.dependencies).length === 0;
  for (const each of packages) {
    if (!(await hasLockFile(files, each.folder))) continue;
    if (each === own || namesNone || (await isMember(files, own.folder, each))) return each;
  }
  return own;
}

async function isMember(files: ProjectFiles, member: string, root: WorkspaceRoot): Promise<boolean> {
  return (await memberFolders(files, root)).includes(member);
}
