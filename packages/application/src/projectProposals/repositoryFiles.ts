import { posix } from 'node:path';

/** What is known of a commit: the paths of all its files, relative to its root, and the texts of some of them. */
export type RepositoryFiles = { paths: readonly string[]; texts: ReadonlyMap<string, string> };

/** Folders whose files are not the repository's own tests. */
const notOwn = /(^|\/)(node_modules|vendor|bower_components|\.git|dist|__fixtures__|fixtures|testdata|templates)\//;

const known = new WeakMap<RepositoryFiles, string[]>();

/** @returns the paths that may belong to a suite of the repository itself */
export function ownPaths(files: RepositoryFiles): readonly string[] {
  const own = known.get(files) ?? files.paths.filter((path) => !notOwn.test(path));
  known.set(files, own);
  return own;
}

/** Folders of one framework that become suites, and the paths that the searches for them visit: each visits all. */
const most = { suites: 60, visits: 2_000_000 };

/**
 * @returns the first of what makes a suite each, the nearest to the root before others; fewer of a repository with more
 * than 33,000 files, as a user waits at a form
 */
export function nearest<Found>(
  files: RepositoryFiles,
  found: readonly Found[],
  folderOfEach: (each: Found) => string,
): Found[] {
  const visited = Math.max(1, ownPaths(files).length);
  return byDepth(found, folderOfEach).slice(0, Math.min(most.suites, Math.ceil(most.visits / visited)));
}

/** @returns what is in folders, the nearest to the root first */
export function byDepth<Found>(found: readonly Found[], folderOfEach: (each: Found) => string): Found[] {
  const depths = new Map(found.map((each) => [each, folderOfEach(each).split('/').length]));
  return [...found].sort((a, b) => (depths.get(a) ?? 0) - (depths.get(b) ?? 0));
}

/** @returns the folder of a path; '' for the root */
export function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}

export function baseOf(path: string): string {
  return posix.basename(path);
}

/** @returns the path of a name that is written in a file of the folder, such as './e2e/a.ts'; '' for the root */
export function joined(folder: string, name: string): string {
  const path = posix.join(folder, name).replace(/\/$/, '');
  return path === '.' ? '' : path;
}

/** Whether a path is in the folder or below it. */
export function isIn(folder: string, path: string): boolean {
  return folder === '' || (path[folder.length] === '/' && path.startsWith(folder));
}

/** @returns the path as it is seen from the folder that it is in */
export function seenFrom(folder: string, path: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}

/** @returns the folder and all above it, the nearest first */
export function foldersUpFrom(folder: string): string[] {
  return folder === '' ? [''] : [folder, ...foldersUpFrom(folderOf(folder))];
}

/** @returns the line, from 1, on which the pattern first matches; null where it does not */
export function lineOf(text: string, pattern: RegExp | string): number | null {
  const at = typeof pattern === 'string' ? text.indexOf(pattern) : text.search(pattern);
  return at < 0 ? null : text.slice(0, at).split('\n').length;
}

/** @returns what a tool calls itself in a pattern */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
