import { newId } from '@assay/event-log';
import type { Operations } from '@assay/operations';

/**
 * How a call makes ids: new ones, or with an Idempotency-Key always the same ones in the same order, so that a repeat
 * after a crash half-way goes on with the aggregate it had begun.
 */
export function callIds(
  { keys }: Pick<Operations, 'keys'>,
  repeatable: { scope: string; key: string } | null,
): <Id extends string>() => Id {
  if (!repeatable) return newId;
  let count = 0;
  return <Id extends string>() => {
    count += 1;
    const hash = keys.hmac(JSON.stringify(['id', repeatable.scope, repeatable.key, count]));
    return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as Id;
  };
}
