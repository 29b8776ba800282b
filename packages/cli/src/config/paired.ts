/**
 * Finds for each wanted thing the one that is there already: by key, and of several with one key the next that is not
 * taken yet.
 * @returns the wanted ones in their order, each with what is there, and what is left of what is there
 */
export function paired<There, Wanted>(
  { there, keyOf }: { there: readonly There[]; keyOf: (thing: There) => string },
  wanted: readonly Wanted[],
  keyOfWanted: (thing: Wanted) => string,
): { pairs: [Wanted, There | undefined][]; left: There[] } {
  const left = [...there];
  const pairs = wanted.map((thing): [Wanted, There | undefined] => {
    const key = keyOfWanted(thing);
    const index = left.findIndex((each) => keyOf(each) === key);
    return [thing, index < 0 ? undefined : left.splice(index, 1)[0]];
  });
  return { pairs, left };
}
