import type { RootCause } from '@assay/contract';
import { useEffect, useMemo, useRef } from 'react';

/**
 * @param before the causes as they were shown
 * @returns the causes of now at their former places, new ones behind them. Two are the same if they share a problem:
 * which of them names the cause may change as it grows
 */
export function inFormerOrder(before: readonly RootCause[], now: readonly RootCause[]): RootCause[] {
  const places = new Map(before.flatMap(({ problemIds }, place) => problemIds.map((id) => [id, place] as const)));
  const placeOf = ({ problemIds }: RootCause) =>
    Math.min(before.length, ...problemIds.flatMap((id) => places.get(id) ?? []));
  return [...now].sort((one, other) => placeOf(one) - placeOf(other));
}

/** @returns the causes in an order that stays while the run goes on, so that rows keep their place under the pointer */
export function useHeldCauses(causes: readonly RootCause[], isRunning: boolean): readonly RootCause[] {
  const shown = useRef(causes);
  const held = useMemo(() => (isRunning ? inFormerOrder(shown.current, causes) : causes), [isRunning, causes]);
  useEffect(() => {
    shown.current = held;
  }, [held]);
  return held;
}
