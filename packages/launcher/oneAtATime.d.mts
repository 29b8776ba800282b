/**
 * Works while no other process holds the lock file; a killed process blocks nobody.
 * @param file the lock file
 * @param onWait called once when another process holds it
 */
export function oneAtATime<Result>(
  file: string,
  work: () => Result | Promise<Result>,
  onWait: () => void,
): Promise<Result>;
/** Installs or builds while no other process does so in this checkout. */
export function aloneInCheckout<Result>(work: () => Result | Promise<Result>): Promise<Result>;
