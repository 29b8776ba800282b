import { nameKey } from '@assay/contract';
import type { ReservationKind } from '@assay/domain';

/** A value that is unique within its scope: an account's id, or 'global'. */
export type ReservedName = { kind: ReservationKind; scope: string; value: string };

export function isSameName(a: string, b: string): boolean {
  return nameKey(a) === nameKey(b);
}
