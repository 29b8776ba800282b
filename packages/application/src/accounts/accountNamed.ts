import type { ReservedName } from '../reservations/reservedName.ts';

/** @returns the reservation of an account's name, which is unique across the installation */
export function accountNamed(name: string): ReservedName {
  return { kind: 'accountName', scope: 'global', value: name };
}
