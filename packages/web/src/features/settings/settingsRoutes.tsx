import { lazy } from 'react';
import { Navigate, Route } from 'react-router';
import type { Area } from '../../ui/Area.ts';
import { IconSettings } from '../../ui/icons/icons.ts';

const loadSettings = async () => ({ default: (await import('./SettingsScreen.tsx')).SettingsScreen });
const SettingsScreen = lazy(loadSettings);
const DistributionRuleScreen = lazy(async () => ({
  default: (await import('./testDistribution/DistributionRuleScreen.tsx')).DistributionRuleScreen,
}));

export const settingsArea: Area = {
  path: 'settings',
  label: 'Settings',
  icon: IconSettings,
  load: loadSettings,
  routes: (
    <>
      <Route path="settings" element={<SettingsScreen />} />
      <Route path="settings/test-stacks" element={<Navigate to="../settings/runner-configurations" replace />} />
      <Route path="settings/:tab" element={<SettingsScreen />} />
      {['test-distribution-analysis-rule', 'settings/test-distribution-analysis-rule'].map((path) => (
        <Route key={path} path={path}>
          <Route path="new" element={<DistributionRuleScreen />} />
          <Route path=":ruleId" element={<DistributionRuleScreen />} />
        </Route>
      ))}
    </>
  ),
};
