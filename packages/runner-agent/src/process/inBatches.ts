/** Items at a time. Each may take a file handle, and systems permit a process as few as 1024. */
const defaultSize = 64;

/** Works on the items in batches, one after another. @returns the results in the order of the items */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  size = defaultSize,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += size) {
    results.push(...(await Promise.all(items.slice(at, at + size).map(work))));
  }
  return results;
}
