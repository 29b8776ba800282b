/**
 * A 64-bit number of the protocol. What is beyond 2^53 lies past the end of every stream and is taken as just that.
 * @param text decimal digits, unsigned
 */
export function readWholeNumber(text: string): number {
  return withinRange(Number(text));
}

/** The same of a number that has been read already. */
export function withinRange(value: number): number {
  return Math.min(value, Number.MAX_SAFE_INTEGER - 1);
}
