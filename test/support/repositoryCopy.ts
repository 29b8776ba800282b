import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Links the installed packages of a folder, except our own, which have to be those of the copy. */
async function linkPackages(copy: string, folder: string): Promise<void> {
  const installed = join(root, folder, 'node_modules');
  await mkdir(join(copy, folder, 'node_modules'), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name === '@assay' || name === '.cache') continue;
    await symlink(join(installed, name), join(copy, folder, 'node_modules', name), 'junction');
  }
}

async function linkOwnPackages(copy: string): Promise<void> {
  const own = join(copy, 'node_modules/@assay');
  await mkdir(own);
  for (const name of await readdir(join(root, 'node_modules/@assay'))) {
    const folder = name === 'event-schemas' ? name : `packages/${name}`;
    await symlink(join(copy, folder), join(own, name), 'junction');
  }
}

/**
 * Copies the repository with what is not committed yet, without its history, to a folder that has the same packages
 * installed.
 */
export async function copyRepository(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-copy-')));
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z'];
  const { stdout: all } = await run('git', args, { cwd: root, maxBuffer: Number.POSITIVE_INFINITY });
  const { stdout: deleted } = await run('git', ['ls-files', '--deleted', '-z'], { cwd: root });
  const gone = new Set(deleted.split('\0'));
  for (const file of all.split('\0').filter((name) => name !== '' && !gone.has(name))) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await copyFile(join(root, file), join(folder, file));
  }
  await linkPackages(folder, '.');
  await linkOwnPackages(folder);
  for (const name of await readdir(join(root, 'packages'))) {
    const path = join('packages', name);
    const hasPackages = await readdir(join(root, path, 'node_modules')).catch(() => null);
    if (hasPackages) await linkPackages(folder, path);
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
