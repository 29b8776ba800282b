import { IconBox, IconPlayerPlay, IconServer, IconServerCog, IconSettings } from '@tabler/icons-react';
import { useMay } from '../../connection/currentUser.ts';

const areas = [
  { path: 'projects', label: 'Projects', icon: IconBox },
  { path: 'test-runs', label: 'Test Runs', icon: IconPlayerPlay },
  { path: 'environments', label: 'Environments', icon: IconServer },
  { path: 'agents', label: 'Agents', icon: IconServerCog },
] as const;
const settings = { path: 'settings', label: 'Settings', icon: IconSettings } as const;

/** The areas of an account that the person may enter, as the navigation and the palette list them. */
export function useNavigation(): readonly ((typeof areas)[number] | typeof settings)[] {
  const administers = useMay('account.write');
  return administers ? [...areas, settings] : areas;
}
