import { createHash, type Hash, hash } from 'node:crypto';
import type { JunitCase, JunitSuite } from './junitCase.ts';

/**
 * @returns what a suite keeps in an aggregate of reports. Its name is not all of that: Ant moves the package from the
 * name into an attribute.
 */
export function suiteKeyOf(suite: JunitSuite | undefined): string {
  if (!suite) return '';
  const { name, hostname, timestamp, variant } = suite;
  return [name.slice(name.lastIndexOf('.') + 1), hostname, timestamp, variant].join('\0');
}

/** Digests of a report's suites: equal for suites that agree case by case, in all that is said of them. */
export class SuiteDigests {
  readonly #digests: string[] = [];
  #suite: JunitSuite | undefined;
  #hash: Hash | null = null;

  /** Takes the report's cases one after the other. */
  add(junitCase: JunitCase): void {
    const suite = junitCase.suites.at(-1);
    if (!this.#hash || suite !== this.#suite) {
      this.#close();
      this.#suite = suite;
      this.#hash = createHash('sha256');
    }
    const { suites: _, ...said } = junitCase;
    this.#hash.update(JSON.stringify(said));
  }

  /** @returns the digests of all suites that have cases, in the report's order. Call it once. */
  finish(): string[] {
    this.#close();
    return this.#digests;
  }

  #close(): void {
    if (!this.#hash) return;
    const said = `${suiteKeyOf(this.#suite)}\0${this.#hash.digest('base64url')}`;
    this.#digests.push(hash('sha256', said, 'base64url').slice(0, 22));
    this.#hash = null;
  }
}
