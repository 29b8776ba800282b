import { useGetAccountQuery } from '../connection/serviceHooks.ts';
import type { Area } from '../ui/Area.ts';
import { areas } from './areas.ts';

/** @returns the areas that show themselves in the account, in the order of the navigation. */
export function useShownAreas(): readonly Area[] {
  const { data: account } = useGetAccountQuery();
  return areas.filter(({ flag }) => flag === undefined || account?.flags.includes(flag));
}
