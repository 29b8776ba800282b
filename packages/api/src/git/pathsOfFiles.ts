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
export function pathsOfFiles(paths: readonly string[], { folder, files }: NamedFiles): Map<string, string> {
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
    const inFolder = folder === null ? undefined : same.find((path) => path === plain(`${folder}/${own}`));
    const path = inFolder ?? same.find((one) => one === own) ?? (ending.length === 1 ? ending[0] : undefined);
    if (path !== undefined) found.set(file, path);
  }
  return found;
}
