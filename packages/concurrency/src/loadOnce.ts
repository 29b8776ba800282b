/** @returns a function that loads something once, for all of its callers; after a failure the next call tries again */
export function loadOnce<Args extends unknown[], Loaded>(
  load: (...args: Args) => Promise<Loaded>,
): (...args: Args) => Promise<Loaded> {
  let loaded: Promise<Loaded> | null = null;
  return (...args) => {
    loaded ??= load(...args).catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}
