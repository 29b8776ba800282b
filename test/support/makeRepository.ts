import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { simpleGit } from 'simple-git';

export type Repository = {
  /** A local path, as a project's git URL. */
  path: string;
  remove(): Promise<void>;
};

/** Makes a real git repository with one commit on `main`. @param files contents by path */
export async function makeRepository(files: Record<string, string>): Promise<Repository> {
  const path = await mkdtemp(join(tmpdir(), 'assay-repository-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  }
  const git = simpleGit(path);
  await git.init(['--initial-branch=main']);
  await git.addConfig('user.name', 'Somebody');
  await git.addConfig('user.email', 'somebody@example.org');
  await git.add('.');
  await git.commit('Begin');
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
