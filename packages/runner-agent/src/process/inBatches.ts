/** Items at a time. Each may take a file handle, and systems permit a process as few as 1024. */
const defaultSize = 64;

/** @returns the results in the order of the items, each of which is worked on once those of the batch before are done */
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
