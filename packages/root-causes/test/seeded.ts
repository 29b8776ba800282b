/** @returns numbers from 0 up to 1, the same ones for the same seed */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @returns the items in another order, the same for the same seed */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = seeded(seed);
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
