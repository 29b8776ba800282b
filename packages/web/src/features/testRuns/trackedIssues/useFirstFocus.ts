import { type RefObject, useEffect } from 'react';

/** Focuses the element when it is first shown: a dialog whose content is loaded has focused its close button by then. */
export function useFirstFocus(element: RefObject<HTMLElement | null>, isWanted = true): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was wanted at first
  useEffect(() => {
    if (isWanted) element.current?.focus();
  }, []);
}
