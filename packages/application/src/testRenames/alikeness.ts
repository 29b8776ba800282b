/**
 * How much alike two texts are: the pairs of neighbouring characters that both have, twice, in those of both (Dice).
 * @returns 0 to 1; 0 as well where they differ in numbers alone: those are other parameters
 */
export function alikeness(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (a !== b && withoutNumbers(a) === withoutNumbers(b)) return 0;
  const [pairsOfA, pairsOfB] = [pairsOf(a), pairsOf(b)];
  const total = a.length - 1 + b.length - 1;
  if (total <= 0) return a === b ? 1 : 0;
  let both = 0;
  for (const [pair, count] of pairsOfA) both += Math.min(count, pairsOfB.get(pair) ?? 0);
  return (2 * both) / total;
}

function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, '0');
}

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 0; at < text.length - 1; at += 1) {
    const pair = text.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}
