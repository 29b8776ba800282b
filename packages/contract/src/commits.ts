/** Whether two ids of commits are the same, of which either may be abbreviated, in any case. */
export function isSameCommit(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a.startsWith(b) || b.startsWith(a);
}
