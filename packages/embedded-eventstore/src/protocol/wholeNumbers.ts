/**
 * A 64-bit number of the protocol. Anything beyond 2^53 lies past the end of every stream and is treated as that.
 * @param text decimal digits, unsigned
 */
export function readWholeNumber(text: string): number {
  return withinRange(Number(text));
}

/** The same for a number that has already been read. */
export function withinRange(value: number): number {
  return Math.min(value, Number.MAX_SAFE_INTEGER - 1);
}
