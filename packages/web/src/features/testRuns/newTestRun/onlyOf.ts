/** @returns the one thing that there is to choose; undefined where there are several, or none */
export function onlyOf<Thing>(things: readonly Thing[]): Thing | undefined {
  return things.length === 1 ? things[0] : undefined;
}
