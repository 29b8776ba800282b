const maxShown = 100;

/** Collects what a check finds, each sentence once, and only so many of them: a lost page breaks thousands. */
export class ProblemList {
  readonly #found = new Set<string>();
  #unshown = 0;

  add(sentence: string): void {
    if (this.#found.has(sentence)) return;
    if (this.#found.size < maxShown) this.#found.add(sentence);
    else this.#unshown++;
  }

  /** Runs one part of a check; that it could not be finished is a problem too. */
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
    return this.#unshown === 0 ? [...this.#found] : [...this.#found, `There are ${this.#unshown} more.`];
  }
}
