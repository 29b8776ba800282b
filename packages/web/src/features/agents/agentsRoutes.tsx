import { lazy } from 'react';
import { Route } from 'react-router';
import type { Area } from '../../ui/Area.ts';
import { IconServerCog } from '../../ui/icons/icons.ts';

const AgentsScreen = lazy(async () => ({ default: (await import('./AgentsScreen.tsx')).AgentsScreen }));

export const agentsArea: Area = {
  path: 'agents',
  label: 'Agents',
  icon: IconServerCog,
  routes: <Route path="agents" element={<AgentsScreen />} />,
};
