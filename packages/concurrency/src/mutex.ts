const ignore = () => undefined;

/** Runs work one at a time, in the order of the calls. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** @throws the work's error; the work that follows runs nevertheless */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(() => work());
    this.#last = done.then(ignore, ignore);
    return done;
  }
}
