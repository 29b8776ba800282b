import { setImmediate as nextTurn } from 'node:timers/promises';

/** Files as tests name them: from the root of the repository, or from a folder in it. */
export type NamedFiles = {
  /** Where the tests are run; null: it is not known. */
  folder: string | null;
  files: readonly string[];
};

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function plain(path: string): string {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .join('/');
}

/**
 * @param paths all of the repository
 * @returns the path of each file: in its folder, from the root, or else the only one that ends with it
 */
export async function pathsOfFiles(
  paths: readonly string[],
  { folder, files }: NamedFiles,
): Promise<Map<string, string>> {
  const wanted = new Set(files.map((file) => nameOf(plain(file))));
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = nameOf(path);
    if (!wanted.has(name)) continue;
    const before = byName.get(name);
    if (before) before.push(path);
    else byName.set(name, [path]);
  }
  const found = new Map<string, string>();
  for (const file of files) {
    const own = plain(file);
    const same = byName.get(nameOf(own)) ?? [];
    const ending = same.filter((path) => path.endsWith(`/${own}`));
    const inFolder = folder === null ? null : plain(`${folder}/${own}`);
    const path =
      [inFolder, own].find((one) => one !== null && same.includes(one)) ?? (ending.length === 1 ? ending[0] : null);
    if (path != null) found.set(file, path);
    // A repository may have one name in 200,000 folders.
    await nextTurn();
  }
  return found;
}
