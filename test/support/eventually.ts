import { patienceMs } from './patience.ts';

const lookAgainMs = 10;

/**
 * Looks again and again until what it sees holds: `look` answers something truthy, or stops throwing. Out of patience,
 * it fails with what was seen last.
 * @returns what `look` answered
 */
export async function eventually<Seen>(look: () => Seen | Promise<Seen>): Promise<NonNullable<Seen>> {
  const until = Date.now() + patienceMs;
  for (;;) {
    let last: unknown;
    try {
      const seen = await look();
      // A look that only asserts answers nothing, and holds by not throwing.
      if (seen || seen === undefined) return seen as NonNullable<Seen>;
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
