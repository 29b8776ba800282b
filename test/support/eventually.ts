import { patienceMs } from './patience.ts';

/** Looks become rarer the longer it takes: a look often costs several processes more than what is waited for. */
const lookAgain = { minMs: 10, maxMs: 200, shareOfWaited: 0.05 };

/**
 * Looks again and again until what it sees holds: `look` answers something truthy, or stops throwing. Out of patience,
 * it fails with what was seen last.
 * @returns what `look` answered
 */
export function eventually<Seen extends object | string | number | boolean | null>(
  look: () => Seen | Promise<Seen>,
): Promise<NonNullable<Seen>>;
/** Of what is not there yet a look answers null: undefined is the answer of one that only asserts. */
export function eventually(look: () => undefined | Promise<void>): Promise<void>;
export async function eventually(look: () => unknown): Promise<unknown> {
  const began = Date.now();
  for (;;) {
    let last: unknown;
    try {
      const seen = await look();
      // A look that only asserts answers nothing, and holds by not throwing.
      if (seen || seen === undefined) return seen;
      last = new Error(`still ${JSON.stringify(seen)}`);
    } catch (error) {
      last = error;
    }
    const waitedMs = Date.now() - began;
    if (waitedMs >= patienceMs) {
      throw new Error(`waited in vain: ${last instanceof Error ? last.message : String(last)}`, {
        cause: last,
      });
    }
    const { minMs, maxMs, shareOfWaited } = lookAgain;
    const pauseMs = Math.min(maxMs, Math.max(minMs, waitedMs * shareOfWaited));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
