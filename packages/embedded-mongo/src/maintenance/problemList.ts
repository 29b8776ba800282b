const maxShown = 100;

/** Collects the findings of a check, each sentence once and up to a maximum: one lost page can cause thousands. */
export class ProblemList {
  readonly #found = new Set<string>();
  #unshown = 0;

  add(sentence: string): void {
    if (this.#found.has(sentence)) return;
    if (this.#found.size < maxShown) this.#found.add(sentence);
    else this.#unshown++;
  }

  /** Runs one part of a check; a part that fails is recorded as a problem. */
  async during(part: string, check: () => Promise<void>): Promise<void> {
    try {
      await check();
    } catch (error) {
      this.add(
        `The file could not be read to the end of ${part}: ${error instanceof Error ? error.message : String(error)}.`,
      );
    }
  }

  sentences(): string[] {
    return this.#unshown === 0
      ? [...this.#found]
      : [...this.#found, `${this.#unshown} more problems are not listed here.`];
  }
}
