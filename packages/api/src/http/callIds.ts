import type { Keys } from '@assay/operations';

export type Repeatable = { scope: string; key: string; firstBegunAt: Date };

/**
 * A UUIDv7 like every other id (RFC 9562: time first, so that it sorts by time), but with a hash in place of random
 * bits.
 */
function idOf(time: Date, hash: string): string {
  const milliseconds = time.getTime().toString(16).padStart(12, '0');
  const [a, b, c] = [hash.slice(0, 3), hash.slice(3, 6), hash.slice(6, 18)];
  const variant = ((Number.parseInt(hash.slice(18, 19), 16) & 0x3) | 0x8).toString(16);
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7${a}-${variant}${b}-${c}`;
}

/**
 * Makes the ids of a call with an Idempotency-Key: always the same ones in the same order, so that a repeat after a
 * crash continues with the same aggregate.
 */
export function callIds(
  { keys }: { keys: Pick<Keys, 'hmac'> },
  { scope, key, firstBegunAt }: Repeatable,
): <Id extends string>() => Id {
  let count = 0;
  return <Id extends string>() => {
    count += 1;
    return idOf(firstBegunAt, keys.hmac(JSON.stringify(['id', scope, key, count]))) as Id;
  };
}
