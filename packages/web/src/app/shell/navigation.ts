import { useRights } from '../../connection/currentUser.ts';
import type { Area } from '../../ui/Area.ts';
import { areas } from '../areas.ts';

/** The areas of an account that the person may enter, as the navigation and the palette list them. */
export function useNavigation(): readonly Area[] {
  const may = useRights();
  return areas.filter(({ permission }) => permission === undefined || may(permission));
}
