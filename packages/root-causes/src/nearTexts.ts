import type { DisjointSets } from './disjointSets.ts';
import { isNear, nearKeys, type Shingles } from './similarity.ts';

type Indexed = { index: number; shingles: Shingles };
/** Texts with the same key, those of a set together. */
type Posting = Map<number, Indexed[]>;

/** Texts that may say the same with other values, in an index of what near texts have in common. */
export class NearTexts {
  readonly #samePlace: boolean;
  readonly #byKey = new Map<string | number, Posting>();
  /** Undefined: there is no text yet. Without a second one nothing is compared; a run has many places with a single one. */
  #first: { index: number; shingles: () => Shingles } | null | undefined;

  constructor(samePlace: boolean) {
    this.#samePlace = samePlace;
  }

  /** Joins a text with those before it that are near. */
  add(index: number, shingles: () => Shingles, sets: DisjointSets): void {
    if (this.#first === undefined) {
      this.#first = { index, shingles };
      return;
    }
    if (this.#first) this.#compare({ index: this.#first.index, shingles: this.#first.shingles() }, sets);
    this.#first = null;
    this.#compare({ index, shingles: shingles() }, sets);
  }

  #compare(text: Indexed, sets: DisjointSets): void {
    const compared = new Set<number>();
    for (const key of nearKeys(text.shingles, this.#samePlace)) {
      const posting = bySet(this.#byKey.get(key), sets);
      this.#byKey.set(key, posting);
      for (const [root, others] of posting) {
        // Within a set there is nothing left to find.
        if (sets.find(root) !== sets.find(text.index)) this.#joinNear(text, others, compared, sets);
      }
      const root = sets.find(text.index);
      const own = posting.get(root);
      if (own) own.push(text);
      else posting.set(root, [text]);
    }
  }

  #joinNear(text: Indexed, others: readonly Indexed[], compared: Set<number>, sets: DisjointSets): void {
    for (const other of others) {
      if (compared.has(other.index)) continue;
      compared.add(other.index);
      if (!isNear(other.shingles, text.shingles, this.#samePlace)) continue;
      sets.join(other.index, text.index);
      return;
    }
  }
}

/** @returns the posting with sets joined that were joined since */
function bySet(posting: Posting | undefined, sets: DisjointSets): Posting {
  if (!posting) return new Map();
  const stale = [...posting.keys()].filter((root) => sets.find(root) !== root);
  for (const root of stale) {
    const joined = sets.find(root);
    const texts = posting.get(root) ?? [];
    posting.delete(root);
    posting.set(joined, [...(posting.get(joined) ?? []), ...texts]);
  }
  return posting;
}
