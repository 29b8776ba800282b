/** The clock of everything that expires, so that tests can move it. */
export type Clock = () => Date;

/** @returns the time that many milliseconds after `from`. */
export function after(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms);
}
