/** Whether two ids name the same commit. Either may be abbreviated, and in upper or lower case. */
export function isSameCommit(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a.startsWith(b) || b.startsWith(a);
}
