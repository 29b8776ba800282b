/** Indexes that are joined to sets (union-find). */
export class DisjointSets {
  readonly #parents: number[];

  constructor(size = 0) {
    this.#parents = Array.from({ length: size }, (_, index) => index);
  }

  /** @returns the index of a new set of its own */
  add(): number {
    return this.#parents.push(this.#parents.length) - 1;
  }

  copy(): DisjointSets {
    const copy = new DisjointSets();
    for (const parent of this.#parents) copy.#parents.push(parent);
    return copy;
  }

  /** @returns the smallest index of the set */
  find(index: number): number {
    let root = index;
    while (this.#parents[root] !== root) root = this.#parents[root] ?? root;
    for (let at = index; at !== root; ) {
      const next = this.#parents[at] ?? root;
      this.#parents[at] = root;
      at = next;
    }
    return root;
  }

  join(one: number, other: number): void {
    const [first, second] = [this.find(one), this.find(other)];
    this.#parents[Math.max(first, second)] = Math.min(first, second);
  }

  /** @returns the members of each set in ascending order */
  sets(): number[][] {
    const byRoot = new Map<number, number[]>();
    for (let index = 0; index < this.#parents.length; index++) {
      const root = this.find(index);
      const members = byRoot.get(root);
      if (members) members.push(index);
      else byRoot.set(root, [index]);
    }
    return [...byRoot.values()];
  }
}
