const atOnce = 8;

/** Does something with each item, with several at the same time. After an error, nothing further is begun. */
export async function eachAtOnce<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  const inProgress = new Set<Promise<void>>();
  let failure: unknown = null;
  for await (const item of items) {
    if (stop.aborted || failure !== null) break;
    const one = work(item).catch((error: unknown) => {
      failure = error;
    });
    inProgress.add(one);
    void one.then(() => inProgress.delete(one));
    if (inProgress.size >= atOnce) await Promise.race(inProgress);
  }
  await Promise.all(inProgress);
  if (failure !== null) throw failure;
  stop.throwIfAborted();
}
