import type { Position } from '@assay/contract';

/** Enough digits for any 64-bit commit position: positions of one epoch compare as strings. */
const digits = 20;

export function positionOf(epoch: string, commit: bigint): Position {
  return `${epoch}-${commit.toString().padStart(digits, '0')}` as Position;
}

/**
 * @returns the store's commit position, or null for a position of another epoch: nothing that was derived from that
 *   history is valid.
 */
export function commitOf(epoch: string, position: Position): bigint | null {
  const [ofEpoch, commit] = [position.slice(0, -digits - 1), position.slice(-digits)];
  return ofEpoch === epoch && /^\d+$/.test(commit) ? BigInt(commit) : null;
}
