import { useHotkeys } from '@mantine/hooks';
import { useSpotlight } from '@mantine/spotlight';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Boundary } from '../../ui/boundary/Boundary.tsx';
import { palette, paletteStore } from './palette.ts';

const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette }));

/** The command palette, loaded when it is first opened. */
export function Palette() {
  const { opened } = useSpotlight(paletteStore);
  const [wanted, setWanted] = useState(opened);
  useHotkeys([['mod+K', palette.open]]);
  useEffect(() => {
    if (opened) setWanted(true);
  }, [opened]);
  return (
    wanted && (
      <Boundary what="Search" onClose={palette.close}>
        <Suspense fallback={null}>
          <CommandPalette />
        </Suspense>
      </Boundary>
    )
  );
}
