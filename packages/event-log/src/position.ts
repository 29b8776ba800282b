import type { Position } from '@assay/contract';
import { type ReadPosition, START } from '@eventstore/db-client';

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

/** Where to read from. A position of another history means the beginning: nothing that was derived from it is valid. */
export function startOf(epoch: string, from: Position | 'start'): ReadPosition {
  if (from === 'start') return START;
  const commit = commitOf(epoch, from);
  return commit === null ? START : { commit, prepare: commit };
}
