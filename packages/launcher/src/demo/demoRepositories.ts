import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleGit } from 'simple-git';

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Turns a sample into a real repository with one commit on `main`.
 * @returns its path; an existing one is not changed, because users may have edited it.
 */
export async function makeRepository(samplesDir: string, sample: string, repositoriesDir: string): Promise<string> {
  const path = join(repositoriesDir, sample);
  if (await exists(join(path, '.git'))) return path;
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(path, { recursive: true, force: true });
  await mkdir(repositoriesDir, { recursive: true });
  await cp(join(samplesDir, sample), unfinished, {
    recursive: true,
    filter: (source) => !source.includes('node_modules'),
  });
  const git = simpleGit(unfinished);
  await git.init(['--initial-branch=main']);
  await git.addConfig('user.name', 'Assay samples');
  await git.addConfig('user.email', 'samples@assay.local');
  await git.add('.');
  await git.commit(`Add the ${sample} sample`);
  await rename(unfinished, path);
  return path;
}
