/** Words of a text and of its pairs of neighbors. */
export type Shingles = { words: readonly string[]; pairs: ReadonlySet<string> };

/** Texts of fewer words are short: one other word changes a large share of them. */
const shortWords = 12;
const [alike, alikeShort, alikeInPlace] = [0.95, 0.8, 0.5];

export function shinglesOf(text: string): Shingles {
  const words = text.split(/[\s,;()]+/).filter((word) => word !== '');
  const pairs = new Set(words.length === 1 ? words : words.slice(1).map((word, index) => `${words[index]} ${word}`));
  return { words, pairs };
}

/** @returns the cosine of the two sets of pairs */
function cosine(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const pair of small) if (large.has(pair)) shared++;
  return shared === 0 ? 0 : shared / Math.sqrt(small.size * large.size);
}

/**
 * @param samePlace the same exception was thrown by the same function: much weaker likeness is then enough
 * @returns whether the texts say the same with other values
 */
export function isNear(one: Shingles, other: Shingles, samePlace: boolean): boolean {
  const isShort = Math.max(one.words.length, other.words.length) < shortWords;
  const least = samePlace ? alikeInPlace : isShort ? alikeShort : alike;
  const [fewer, more] = [one.pairs.size, other.pairs.size].sort((a, b) => a - b) as [number, number];
  // The cosine cannot exceed the root of the ratio of the sizes.
  if (fewer >= least * least * more && cosine(one.pairs, other.pairs) >= least) return true;
  return differsInValue(one.words, other.words);
}

/** @returns whether a single word differs, which both times is a value such as `A-17` or `EUR` */
function differsInValue(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length || one.length < 4) return false;
  const different = one.flatMap((word, index) => (word === other[index] ? [] : [[word, other[index] ?? '']])).at(0);
  const count = one.filter((word, index) => word !== other[index]).length;
  return count === 1 && different !== undefined && different.every(isValue);
}

function isValue(word: string): boolean {
  return /<(?:n|id)>|^[A-Z]{2,4}[.:]?$|^(?=[A-Za-z]{0,8}\d)[A-Za-z\d]{2,12}[.:]?$/.test(word);
}
