/** The maximum size of one round; more items wait for the next. */
const maxRoundSize = 256;

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

/**
 * Batches requests that many callers would otherwise send to the store one by one. Requests that arrive during one
 * round share the next, so a lone caller never waits, and no answer is older than its request. The first round starts
 * only after all pending input was handled: started at once, it would serve the first of many alone while the others
 * wait.
 * @param work answers each item, in order; when it throws, all items of its round fail
 */
export function inRounds<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let working = false;

  async function doRound(round: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(round.map(({ item }) => item));
      if (results.length !== round.length) throw new Error(`${round.length} asked, ${results.length} answered`);
      for (const [place, result] of results.entries()) round[place]?.resolve(result);
    } catch (error) {
      for (const { reject } of round) reject(error);
    }
  }

  async function doAll(): Promise<void> {
    while (waiting.length > 0) {
      const round = waiting.slice(0, maxRoundSize);
      waiting = waiting.slice(maxRoundSize);
      await doRound(round);
    }
    working = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (working) return;
      working = true;
      setImmediate(() => void doAll());
    });
}
