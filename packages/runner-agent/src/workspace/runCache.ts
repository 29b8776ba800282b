/** What the units of one run find out only once. */
export class RunCache {
  readonly #known = new Map<string, Promise<unknown>>();

  /** @returns the result of the first call with the key; after a failure the next call tries again. */
  async once<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const known = this.#known.get(key) as Promise<Result> | undefined;
    if (known) return await known;
    const found = work();
    this.#known.set(key, found);
    found.catch(() => this.#known.delete(key));
    return await found;
  }
}
