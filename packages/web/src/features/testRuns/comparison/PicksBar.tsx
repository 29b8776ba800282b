import { lazy, Suspense } from 'react';
import { usePickedRuns } from './usePickedRuns.ts';

const Picks = lazy(async () => ({ default: (await import('./Picks.tsx')).Picks }));

/** The picked runs at the bottom of the screen, and what can be done with them; nothing without any. */
export function PicksBar() {
  const { picked } = usePickedRuns();
  if (picked.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Picks picked={picked} />
    </Suspense>
  );
}
