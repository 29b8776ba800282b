import { IconServer } from '@tabler/icons-react';
import { lazy } from 'react';
import { Navigate, Route } from 'react-router';
import type { Area } from '../../ui/Area.ts';

const EnvironmentListScreen = lazy(async () => ({
  default: (await import('./EnvironmentListScreen.tsx')).EnvironmentListScreen,
}));
const EnvironmentScreen = lazy(async () => ({ default: (await import('./EnvironmentScreen.tsx')).EnvironmentScreen }));

export const environmentsArea: Area = {
  path: 'environments',
  label: 'Environments',
  icon: IconServer,
  routes: (
    <>
      <Route path="environments" element={<EnvironmentListScreen />} />
      <Route path="environments/new" element={<EnvironmentScreen />} />
      <Route path="environments/pipelines/*" element={<Navigate to="../environments" replace />} />
      <Route path="environments/:environmentId" element={<EnvironmentScreen />} />
    </>
  ),
};
