import { type FailureFacts, type FailureTexts, readFailure } from './failureFacts.ts';
import { type Shingles, shinglesOf } from './similarity.ts';

/** Texts that are remembered; then it is forgotten which they were. */
const remembered = 5_000;

/** What was read of failures, so that grouping a run again as it goes on reads its new failures alone. */
export class FailureMemory {
  readonly #ofFailure = new WeakMap<FailureTexts, FailureFacts | null>();
  readonly #ofText = new Map<string, FailureFacts | null>();
  readonly #shingles = new Map<string, Shingles>();

  /** @param failure must not change */
  factsOf(failure: FailureTexts): FailureFacts | null {
    const known = this.#ofFailure.get(failure);
    if (known !== undefined) return known;
    const { error, stack, frames = [], file, name } = failure;
    // The name of the test matters only where the texts have it.
    const bare =
      name
        .replace(/[([].*$/, '')
        .split(/[.#:\s]/)
        .at(-1) ?? '';
    const texts = `${error ?? ''}\0${stack ?? ''}`;
    const key = `${file}\0${bare !== '' && texts.includes(bare) ? name : ''}\0${texts}\0${JSON.stringify(frames)}`;
    const before = this.#ofText.get(key);
    const facts = before === undefined ? readFailure(failure) : before;
    if (before === undefined) put(this.#ofText, key, facts);
    this.#ofFailure.set(failure, facts);
    return facts;
  }

  shinglesOf(text: string): Shingles {
    const known = this.#shingles.get(text);
    if (known) return known;
    const shingles = shinglesOf(text);
    put(this.#shingles, text, shingles);
    return shingles;
  }
}

function put<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= remembered) map.clear();
  map.set(key, value);
}
