import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Keys may come faster than a large tree is drawn, and each of them counts from what the one before chose.
 * @param chosen the test that the page shows as chosen
 * @param unasked the one that is chosen while nobody has chosen any
 * @returns `latest`, the choice that was made last, and `choose`, which makes one; null takes it back
 */
export function useLatestChoice(
  chosen: string | null,
  unasked: string | null,
  setChosen: (testKey: string | null) => void,
) {
  const latest = useRef(chosen);
  useLayoutEffect(() => {
    latest.current = chosen;
  }, [chosen]);
  const choose = useCallback(
    (testKey: string | null) => {
      latest.current = testKey ?? unasked;
      setChosen(testKey);
    },
    [unasked, setChosen],
  );
  return { latest, choose };
}
