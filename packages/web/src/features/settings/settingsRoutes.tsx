import { IconSettings } from '@tabler/icons-react';
import { lazy } from 'react';
import { Route } from 'react-router';
import type { Area } from '../../ui/Area.ts';

const SettingsScreen = lazy(async () => ({ default: (await import('./SettingsScreen.tsx')).SettingsScreen }));

export const settingsArea: Area = {
  path: 'settings',
  label: 'Settings',
  icon: IconSettings,
  routes: (
    <>
      <Route path="settings" element={<SettingsScreen />} />
      <Route path="settings/:tab" element={<SettingsScreen />} />
    </>
  ),
};
