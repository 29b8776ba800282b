type Reads<Result> = { running: Promise<Result>; beganAt: number; next: Promise<Result> | null };

/**
 * Shares reads among those who want to know the same at the same time.
 * @param key what is read
 * @param read what to call for it; another caller's of the same key may be called instead
 * @param asOf on the clock of `performance.now()`: a read that began since then will do; without it, none that is under way
 */
export type ShareRead<Result> = (key: string, read: () => Promise<Result>, asOf?: number) => Promise<Result>;

/**
 * Lets those who want to know the same at the same time share one read. Whoever asks while a read is under way is given
 * the one after it, which all who ask meanwhile share, unless theirs may have begun before: it might not know what has
 * happened since.
 */
export function sharedReads<Result>(): ShareRead<Result> {
  const reads = new Map<string, Reads<Result>>();

  function begin(key: string, read: () => Promise<Result>): Promise<Result> {
    const beganAt = performance.now();
    const running = read();
    const entry: Reads<Result> = { running, beganAt, next: null };
    reads.set(key, entry);
    const done = () => {
      if (reads.get(key) === entry && !entry.next) reads.delete(key);
    };
    running.then(done, done);
    return running;
  }

  return (key, read, asOf = Number.POSITIVE_INFINITY) => {
    const entry = reads.get(key);
    if (!entry) return begin(key, read);
    if (entry.beganAt >= asOf) return entry.running;
    const again = () => begin(key, read);
    entry.next ??= entry.running.then(again, again);
    return entry.next;
  };
}
