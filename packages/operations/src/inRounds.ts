/** What one round takes at most; more wait for the next. */
const mostInRound = 256;

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

/**
 * Does for many at once what each of them would ask the store for by itself. Rounds follow each other: what is asked
 * for while one is under way is done together in the next, so a lone caller waits for nobody, and a round never answers
 * with what was read before it was asked. The first one begins once all that has come in already has been looked at:
 * begun at once, it would be of the first of many alone, and all others would wait for it.
 * @param work answers each item, in their order; where it throws, all items of its round fail
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
      const round = waiting.slice(0, mostInRound);
      waiting = waiting.slice(mostInRound);
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
