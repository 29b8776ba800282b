import { useEffect, useMemo, useReducer, useRef } from 'react';
import { inOrderOf } from './heldOrder.ts';
import type { FileNode } from './resultTree.ts';

/**
 * Keeps files and tests where they are while somebody reads: in a live run each failure would move what is below it.
 * @returns the tree, and what sorts it again; null where it is sorted
 */
export function useHeldOrder(
  sorted: readonly FileNode[],
  isHeld: boolean,
): { tree: readonly FileNode[]; sortAgain: (() => void) | null } {
  const shown = useRef(sorted);
  const [times, again] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sorting again changes what was shown before
  const tree = useMemo(() => (isHeld ? inOrderOf(shown.current, sorted) : sorted), [isHeld, sorted, times]);
  useEffect(() => {
    shown.current = tree;
  }, [tree]);
  const sortAgain = () => {
    shown.current = sorted;
    again();
  };
  return { tree, sortAgain: tree === sorted ? null : sortAgain };
}
