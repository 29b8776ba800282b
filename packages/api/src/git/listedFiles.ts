/** The most of a commit's files that is looked at: bytes of their list, their number, and characters of a path. */
export const mostListed = { bytes: 64 * 1024 ** 2, paths: 200_000, path: 1000 };

/** A file of a commit, by the id of its content. */
export type ListedFile = { id: string; path: string };

/**
 * @param list what `git ls-tree -r -z` prints, cut off anywhere
 * @returns its files, without links, repositories within the repository, and paths that no file system
 * takes
 */
export function listedFiles(list: Uint8Array): ListedFile[] {
  return Buffer.from(list.buffer, list.byteOffset, list.byteLength)
    .toString()
    .split('\0')
    .slice(0, mostListed.paths)
    .flatMap((entry) => {
      const [, id, path] = /^100[0-7]{3} blob ([0-9a-f]{40,64})\t(.+)$/s.exec(entry) ?? [];
      return id && path && path.length <= mostListed.path ? [{ id, path }] : [];
    });
}
