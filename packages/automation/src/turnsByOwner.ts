/** What is handed on, and when it is done with. */
type Turns<Item> = {
  /** Begins as soon as what came before of the same owner is done. Its failure stands in the way of nothing. */
  take(item: Item): Promise<void>;
  /** Resolves once there is room for more. */
  room(): Promise<void>;
  /** Resolves once nothing is left. */
  idle(): Promise<void>;
};

/**
 * Works on what belongs to one owner in the order in which it came, and on different owners' side by side: a failure that
 * is tried again and again holds up its owner alone.
 * @param ownerOf whose an item is
 * @param most items that may be open at a time, of all owners together
 */
export function turnsByOwner<Item>(
  ownerOf: (item: Item) => string,
  work: (item: Item) => Promise<void>,
  most: number,
): Turns<Item> {
  const last = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let open = 0;

  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise<void>((resolve) => waiting.push(resolve));
  };

  return {
    take: (item) => {
      const owner = ownerOf(item);
      open += 1;
      const done = (last.get(owner) ?? Promise.resolve()).then(() => work(item));
      const settled = done
        .catch(() => undefined)
        .then(() => {
          open -= 1;
          if (last.get(owner) === settled) last.delete(owner);
          for (const resolve of waiting.splice(0)) resolve();
        });
      last.set(owner, settled);
      return done;
    },
    room: () => until(() => open < most),
    idle: () => until(() => open === 0),
  };
}
