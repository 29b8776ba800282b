/** Random choices that a seed repeats. */
export type Chance = {
  /** From 0 up to, but without, `below`. */
  number(below: number): number;
  oneOf<T>(items: readonly T[]): T;
  times<T>(most: number, make: () => T): T[];
};

export function chanceOf(seed: number): Chance {
  let state = seed;
  const number = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const oneOf = <T>(items: readonly T[]): T => {
    const [item] = items.slice(number(items.length));
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
  return { number, oneOf, times: (most, make) => Array.from({ length: number(most + 1) }, make) };
}
