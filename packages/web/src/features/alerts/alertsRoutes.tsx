import { lazy } from 'react';
import { Route } from 'react-router';
import type { Area } from '../../ui/Area.ts';
import { IconBell } from '../../ui/icons/icons.ts';

const loadAlerts = async () => ({ default: (await import('./AlertsScreen.tsx')).AlertsScreen });
const AlertsScreen = lazy(loadAlerts);

export const alertsArea: Area = {
  path: 'alerts',
  label: 'Alerts',
  icon: IconBell,
  load: loadAlerts,
  feature: 'alerts',
  routes: (
    // One screen for all three: the list stays where it is while another alert is opened.
    <Route path="alerts" element={<AlertsScreen />}>
      <Route path="new" />
      <Route path=":alertId" />
    </Route>
  ),
};
