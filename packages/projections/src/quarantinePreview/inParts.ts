/** @returns the things in order, at most `size` at a time */
export function inParts<Thing>(things: readonly Thing[], size: number): Thing[][] {
  const count = Math.ceil(things.length / size);
  return Array.from({ length: count }, (_, index) => things.slice(index * size, (index + 1) * size));
}
