/** Words of a text and of its pairs of neighbors. */
export type Shingles = { words: readonly string[]; pairs: ReadonlySet<string> };

/** Texts of fewer words are short: one other word changes a large share of them. */
const shortWords = 12;
const [alike, alikeShort, alikeInPlace] = [0.95, 0.8, 0.5];
/** Fewer words are no text in which one may be a value. */
const wordsAroundValue = 4;

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

/** @returns the least cosine of texts that say the same, `words` being those of the longer one */
function leastCosine(words: number, samePlace: boolean): number {
  if (samePlace) return alikeInPlace;
  return words < shortWords ? alikeShort : alike;
}

/**
 * @param samePlace the same exception was thrown by the same function: much weaker likeness is then enough
 * @returns whether the texts say the same with other values
 */
export function isNear(one: Shingles, other: Shingles, samePlace: boolean): boolean {
  const least = leastCosine(Math.max(one.words.length, other.words.length), samePlace);
  const [fewer, more] = [one.pairs.size, other.pairs.size].sort((a, b) => a - b) as [number, number];
  // The cosine cannot exceed the root of the ratio of the sizes.
  if (fewer >= least * least * more && cosine(one.pairs, other.pairs) >= least) return true;
  return differsInValue(one.words, other.words);
}

/** @returns whether a single word differs, which both times is a value such as `A-17` or `EUR` */
function differsInValue(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length || one.length < wordsAroundValue) return false;
  const at = one.findIndex((word, index) => word !== other[index]);
  if (at === -1 || one.some((word, index) => index > at && word !== other[index])) return false;
  return isValue(one[at] ?? '') && isValue(other[at] ?? '');
}

function isValue(word: string): boolean {
  return /<(?:n|id)>|^[A-Z]{2,4}[.:]?$|^(?=[A-Za-z]{0,8}\d)[A-Za-z\d]{2,12}[.:]?$/.test(word);
}

/**
 * Keys of a text. Texts for which `isNear` is true have one in common, and other texts may have one as well.
 * For the cosine these are its first pairs in an order that is the same for all texts (prefix filtering): texts whose
 * cosine is `c` share at least `c² × size` pairs, so that the first `size − c² × size + 1` of both have one in common.
 * For values they are hashes of all words but one.
 */
export function nearKeys({ words, pairs }: Shingles, samePlace: boolean): (string | number)[] {
  const least = leastCosine(words.length, samePlace);
  const count = pairs.size - Math.ceil(least * least * pairs.size - 1e-9) + 1;
  return [...[...pairs].sort().slice(0, count), ...keysAroundValues(words)];
}

function keysAroundValues(words: readonly string[]): number[] {
  if (words.length < wordsAroundValue) return [];
  const hashes = words.map((word, index) => Math.imul(hashOf(word), 2 * index + 1));
  const all = hashes.reduce((sum, hash) => (sum + hash) | 0, words.length);
  return words.flatMap((word, index) => (isValue(word) ? [Math.imul(all - (hashes[index] ?? 0), 31) + index] : []));
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash;
}
