import { lazy } from 'react';
import { Route } from 'react-router';
import type { Area } from '../../../ui/Area.ts';
import { IconLayoutDashboard } from '../../../ui/icons/icons.ts';

const DashboardScreen = lazy(async () => ({ default: (await import('./DashboardScreen.tsx')).DashboardScreen }));

export const dashboardArea: Area = {
  path: 'dashboard',
  label: 'Dashboard',
  icon: IconLayoutDashboard,
  routes: <Route path="dashboard" element={<DashboardScreen />} />,
};
