import { IconBox, IconPlayerPlay, IconServer, IconServerCog } from '@tabler/icons-react';

/** The areas of an account, as the navigation and the palette list them. */
export const navigation = [
  { path: 'projects', label: 'Projects', icon: IconBox },
  { path: 'test-runs', label: 'Test Runs', icon: IconPlayerPlay },
  { path: 'environments', label: 'Environments', icon: IconServer },
  { path: 'agents', label: 'Agents', icon: IconServerCog },
] as const;
