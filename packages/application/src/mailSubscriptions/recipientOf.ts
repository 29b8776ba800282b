import type { Operations } from '@assay/operations';

const length = 32;

/**
 * @returns what stands for an address where it is to be told apart and not to be read; the same for the same address,
 * and made up by nobody else
 */
export function recipientOf({ keys }: Pick<Operations, 'keys'>, address: string): string {
  return keys.hmac(JSON.stringify(['recipient', address.trim().toLowerCase()])).slice(0, length);
}
