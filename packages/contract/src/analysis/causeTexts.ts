import { counted } from '../formatNumbers.ts';
import type { CauseKind, RootCause } from './analysisViews.ts';

export const causeKindNames = {
  PRODUCT: 'Product',
  TEST: 'Test',
  ENVIRONMENT: 'Environment',
  DATA: 'Data',
  UNKNOWN: 'Unknown',
} as const satisfies Record<CauseKind, string>;

/** @returns whether earlier runs had the cause, and how many */
export function seenBeforeText(seenBefore: RootCause['seenBefore']): string {
  return seenBefore === null ? 'Not seen before' : `Known in ${counted(seenBefore.runCount, 'run')}`;
}
