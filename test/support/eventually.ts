import { patienceMs } from './patience.ts';

const lookAgainMs = 10;

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
  const until = Date.now() + patienceMs;
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
    if (Date.now() >= until) {
      throw new Error(`waited in vain: ${last instanceof Error ? last.message : String(last)}`, {
        cause: last,
      });
    }
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}
