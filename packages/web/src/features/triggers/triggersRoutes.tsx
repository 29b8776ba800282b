import { lazy } from 'react';
import { Route } from 'react-router';
import type { Area } from '../../ui/Area.ts';
import { IconBolt } from '../../ui/icons/icons.ts';

const loadTriggerList = async () => ({ default: (await import('./TriggerListScreen.tsx')).TriggerListScreen });
const TriggerListScreen = lazy(loadTriggerList);
const TriggerScreen = lazy(async () => ({ default: (await import('./TriggerScreen.tsx')).TriggerScreen }));
const TriggerAuditScreen = lazy(async () => ({
  default: (await import('./audit/TriggerAuditScreen.tsx')).TriggerAuditScreen,
}));

export const triggersArea: Area = {
  path: 'triggers',
  label: 'Test Triggers',
  icon: IconBolt,
  load: loadTriggerList,
  feature: 'triggers',
  routes: (
    <>
      <Route path="triggers" element={<TriggerListScreen />} />
      <Route path="triggers/new" element={<TriggerScreen />} />
      <Route path="triggers/:triggerId" element={<TriggerScreen />} />
      <Route path="triggers/:triggerId/audit-log" element={<TriggerAuditScreen />} />
    </>
  ),
};
