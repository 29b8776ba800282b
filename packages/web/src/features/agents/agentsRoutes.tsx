import { lazy } from 'react';
import { Route } from 'react-router';
import type { Area } from '../../ui/Area.ts';
import { IconServerCog } from '../../ui/icons/icons.ts';

const loadAgents = async () => ({ default: (await import('./AgentsScreen.tsx')).AgentsScreen });
const AgentsScreen = lazy(loadAgents);

export const agentsArea: Area = {
  path: 'agents',
  label: 'Agents',
  icon: IconServerCog,
  load: loadAgents,
  routes: <Route path="agents" element={<AgentsScreen />} />,
};
