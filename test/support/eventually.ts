import { patienceMs } from './patience.ts';

/** Looks become rarer over time: a look often costs several processes more work than what is awaited. */
const lookAgain = { minMs: 10, maxMs: 200, shareOfWaited: 0.05 };

/**
 * Calls `look` until it returns something truthy or stops throwing. After a while it fails with the last result.
 * @param patience in milliseconds, where something may rightly take longer than anything else
 * @returns what `look` returned
 */
export function eventually<Seen extends object | string | number | boolean | null>(
  look: () => Seen | Promise<Seen>,
  patience?: number,
): Promise<NonNullable<Seen>>;
/** A look returns null while waiting: undefined is the result of one that only asserts. */
export function eventually(look: () => undefined | Promise<void>): Promise<void>;
export async function eventually(look: () => unknown, patience = patienceMs): Promise<unknown> {
  const began = Date.now();
  for (;;) {
    let last: unknown;
    try {
      const seen = await look();
      // A look that only asserts returns nothing, and succeeds by not throwing.
      if (seen || seen === undefined) return seen;
      last = new Error(`still ${JSON.stringify(seen)}`);
    } catch (error) {
      last = error;
    }
    const waitedMs = Date.now() - began;
    if (waitedMs >= patience) {
      throw new Error(`waited in vain: ${last instanceof Error ? last.message : String(last)}`, {
        cause: last,
      });
    }
    const { minMs, maxMs, shareOfWaited } = lookAgain;
    const pauseMs = Math.min(maxMs, Math.max(minMs, waitedMs * shareOfWaited));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
