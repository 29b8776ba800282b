import { type FailureFacts, type FailureTexts, readFailure } from './failureFacts.ts';
import { type Shingles, shinglesOf } from './similarity.ts';

/** Texts that are remembered; then it is forgotten which they were. */
const remembered = 5_000;

/** What was read of failures, so that equal texts are read once. */
export class FailureMemory {
  /** By the error, which is mostly another one, and then by what else is read. */
  readonly #ofError = new Map<string, Map<string, FailureFacts | null>>();
  #count = 0;
  readonly #shingles = new Map<string, Shingles>();

  factsOf(failure: FailureTexts): FailureFacts | null {
    const { error, stack, frames = [], file, name } = failure;
    // The name of the test matters only where the texts have it.
    const bare =
      name
        .replace(/[([].*$/, '')
        .split(/[.#:\s]/)
        .at(-1) ?? '';
    const isNamed = bare !== '' && (error?.includes(bare) || stack?.includes(bare));
    const key = `${file}\0${isNamed ? name : ''}\0${stack ?? ''}\0${frames.length > 0 ? JSON.stringify(frames) : ''}`;
    const known = this.#ofError.get(error ?? '')?.get(key);
    if (known !== undefined) return known;
    const facts = readFailure(failure);
    if (++this.#count > remembered) {
      this.#ofError.clear();
      this.#count = 1;
    }
    const ofError = this.#ofError.get(error ?? '') ?? new Map<string, FailureFacts | null>();
    this.#ofError.set(error ?? '', ofError.set(key, facts));
    return facts;
  }

  shinglesOf(text: string): Shingles {
    const known = this.#shingles.get(text);
    if (known) return known;
    const shingles = shinglesOf(text);
    if (this.#shingles.size >= remembered) this.#shingles.clear();
    this.#shingles.set(text, shingles);
    return shingles;
  }
}
