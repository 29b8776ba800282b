import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProjectId } from '@assay/contract';

const author = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];

/** Runs git in a folder. @returns what it printed */
export const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', [...author, ...args], { cwd, stdio: 'pipe' });

/** @returns the repository of a project, as a mirror finds it */
export const wantedFrom = (gitUrl: string) => ({
  projectId: 'p' as ProjectId,
  gitUrl,
  deployKey: null,
  branch: 'main',
  ref: null,
  commit: null,
});

/** @returns a folder that is new for each test of the file */
export function gitFolderOfEach(): { readonly path: string } {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-git-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  return {
    get path() {
      return folder;
    },
  };
}

/** Makes the tree of a repository by hand: one file, in nested folders with `width` entries each. @returns the address of a repository with one commit */
export function repositoryWith(folder: string, blob: Buffer | string, trees: number, width: number): string {
  const origin = join(folder, 'large');
  mkdirSync(origin);
  git(origin, 'init', '--quiet', '--initial-branch=main');
  const make = (input: Buffer | string, ...args: string[]) =>
    execFileSync('git', [...author, ...args], { cwd: origin, input })
      .toString()
      .trim();
  let tree = '';
  let entry = `100644 blob ${make(blob, 'hash-object', '-w', '--stdin')}`;
  for (let level = 0; level < trees; level += 1) {
    tree = make(Array.from({ length: width }, (_, at) => `${entry}\tentry-${at}\n`).join(''), 'mktree');
    entry = `040000 tree ${tree}`;
  }
  git(origin, 'update-ref', 'refs/heads/main', make('large', 'commit-tree', tree));
  return origin;
}
