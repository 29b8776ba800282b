const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/**
 * Orders names as people expect: without regard to case and accents, numbers by value. Names that differ in nothing else
 * have a fixed order too.
 * @returns negative when `a` comes first, positive when `b` does, 0 for equal names
 */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Orders things by their names, as `compareNames` does. */
export function byName(a: { name: string }, b: { name: string }): number {
  return compareNames(a.name, b.name);
}
