type Reads<Result> = { running: Promise<Result>; beganAt: number; next: Promise<Result> | null };

/**
 * Reads something, or shares the read of another caller.
 * @param key what is read
 * @param read reads it; the `read` of another caller with the same key may be called instead
 * @param asOf a time of `performance.now()`: a read that began at or after it may be shared; by default none under way
 */
export type ShareRead<Result> = (key: string, read: () => Promise<Result>, asOf?: number) => Promise<Result>;

/**
 * Lets simultaneous callers share one read. A caller that comes while a read is under way shares the next one with the
 * others that wait, because the read under way may miss what has just happened; `asOf` relaxes that.
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
