import { useEffect, useRef } from 'react';

/**
 * Keeps rows where they are while one of them is being used, although newer facts would sort them differently.
 * @param rows in their order
 * @returns them in that order, or while `isHeld` in the order shown before, new ones last
 */
export function useHeldOrder<Row extends { id: string }>(rows: readonly Row[], isHeld: boolean): readonly Row[] {
  const before = useRef<readonly string[]>([]);
  const placeOf = ({ id }: Row) => {
    const place = before.current.indexOf(id);
    return place === -1 ? before.current.length : place;
  };
  const shown = isHeld ? [...rows].sort((a, b) => placeOf(a) - placeOf(b)) : rows;
  useEffect(() => {
    before.current = shown.map(({ id }) => id);
  });
  return shown;
}
