import { mongoError } from '../errors/mongoError.ts';

/** After this much uninterrupted work, a command gives others their turn. */
const sliceMs = 3;
const checkEvery = 64;

/**
 * Keeps a slow command from blocking others: call step() per document and await pause() when it returns true. Throws
 * MaxTimeMSExpired when the command's time is up, Interrupted when it was killed.
 */
export class Pace {
  readonly #deadline: number;
  readonly #interrupted: () => boolean;
  #sliceEnd = performance.now() + sliceMs;
  #count = 0;

  /** `maxTimeMs` 0 means no limit. */
  constructor(maxTimeMs: number, interrupted: () => boolean) {
    this.#deadline = maxTimeMs > 0 ? performance.now() + maxTimeMs : Number.POSITIVE_INFINITY;
    this.#interrupted = interrupted;
  }

  /** True when it is time to await pause(). */
  step(): boolean {
    return ++this.#count % checkEvery === 0 && this.isOver();
  }

  /** As step(), for steps that take long themselves. */
  isOver(): boolean {
    return performance.now() > this.#sliceEnd;
  }

  async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    if (this.#interrupted()) throw mongoError('Interrupted', 'operation was interrupted');
    const now = performance.now();
    if (now > this.#deadline) throw mongoError('MaxTimeMSExpired', 'operation exceeded time limit');
    this.#sliceEnd = now + sliceMs;
  }
}
