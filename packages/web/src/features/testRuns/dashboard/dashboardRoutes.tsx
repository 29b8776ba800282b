import { lazy } from 'react';
import { Route } from 'react-router';
import type { Area } from '../../../ui/Area.ts';
import { IconLayoutDashboard } from '../../../ui/icons/icons.ts';

const loadDashboard = async () => ({ default: (await import('./DashboardScreen.tsx')).DashboardScreen });
const DashboardScreen = lazy(loadDashboard);

export const dashboardArea: Area = {
  path: 'dashboard',
  label: 'Dashboard',
  icon: IconLayoutDashboard,
  load: loadDashboard,
  routes: <Route path="dashboard" element={<DashboardScreen />} />,
};
