import { limits } from '@assay/contract';
import { useLocalStorage } from '@mantine/hooks';

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** How many runs a page of the list has, and how dense its rows are: remembered in this browser. */
export function useRunListDisplay() {
  const [stored, setStored] = useLocalStorage<{ size?: number; density?: string }>({
    key: 'assay.runListDisplay',
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  return {
    size: limits.pageSizesOfTestRuns.find((size) => size === stored.size) ?? limits.pageOfTestRuns,
    density: densities.find((density) => density === stored.density) ?? 'comfortable',
    setSize: (size: number) => setStored((before) => ({ ...before, size })),
    setDensity: (density: Density) => setStored((before) => ({ ...before, density })),
  };
}
