/** The maximum size of one batch; more items wait for the next. */
const maxBatchSize = 256;

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

/**
 * Batches requests that many callers would otherwise send to a store one by one. Requests that arrive during one batch
 * share the next, so a lone caller never waits, and no answer is older than its request. The first batch starts only
 * after all pending input was handled: started at once, it would serve the first of many alone while the others wait.
 * @param work answers each item, in order; when it throws, all items of its batch fail
 */
export function batcher<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let working = false;

  async function workOn(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error(`${batch.length} asked, ${results.length} answered`);
      for (const [place, result] of results.entries()) batch[place]?.resolve(result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function workOnAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatchSize);
      waiting = waiting.slice(maxBatchSize);
      await workOn(batch);
    }
    working = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (working) return;
      working = true;
      setImmediate(() => void workOnAll());
    });
}
