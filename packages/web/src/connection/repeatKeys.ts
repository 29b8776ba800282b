/**
 * Keys by which the service tells a creation that is repeated from a second one. A creation that was not answered, or is
 * still under way, may have happened: sent again it has the same key, so that it happens once.
 */
export type RepeatKeys = {
  /** @returns the key for a request that is about to be sent */
  keyOf(request: string): string;
  /** The request was carried out or refused: the same one again is another creation. */
  answered(request: string): void;
};

/** Somebody who does the same after this long means it. */
const rememberedMs = 5 * 60_000;

// There is no crypto.randomUUID where a page is not served over TLS.
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

export function makeRepeatKeys(now: () => number): RepeatKeys {
  const open = new Map<string, { key: string; since: number }>();
  return {
    keyOf(request) {
      const known = open.get(request);
      if (known && now() - known.since < rememberedMs) return known.key;
      const key = newKey();
      open.set(request, { key, since: now() });
      return key;
    },
    answered: (request) => void open.delete(request),
  };
}
