type Reads<Result> = { running: Promise<unknown>; next: Promise<Result> | null };

/**
 * Lets those who want to know the same at the same time share one read. Whoever asks while a read is under way is given
 * the one after it, which all who ask meanwhile share: a read that began before the question might not know what has
 * happened since.
 * @returns `share(key, read)`: what `read` answers, by the caller's own call of it or another's of the same key
 */
export function sharedReads<Result>(): (key: string, read: () => Promise<Result>) => Promise<Result> {
  const reads = new Map<string, Reads<Result>>();

  function begin(key: string, read: () => Promise<Result>): Promise<Result> {
    const result = read();
    const entry: Reads<Result> = { running: result, next: null };
    reads.set(key, entry);
    const done = () => {
      if (reads.get(key) === entry && !entry.next) reads.delete(key);
    };
    result.then(done, done);
    return result;
  }

  return (key, read) => {
    const entry = reads.get(key);
    if (!entry) return begin(key, read);
    const again = () => begin(key, read);
    entry.next ??= entry.running.then(again, again);
    return entry.next;
  };
}
