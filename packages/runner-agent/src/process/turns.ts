/** Those who would be in each other's way on this machine, one after the other in the order in which they came. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** @returns a function to call when it is over; throws the signal's reason when it fires before */
  async take(signal: AbortSignal): Promise<() => void> {
    const before = this.#last;
    let over = (): void => undefined;
    const mine = new Promise<void>((resolve) => {
      over = resolve;
    });
    this.#last = before.then(() => mine);
    await Promise.race([before, abortOf(signal)]);
    if (signal.aborted) over();
    signal.throwIfAborted();
    return over;
  }
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
