import { lazy } from 'react';
import { Route } from 'react-router';
import type { Area } from '../../ui/Area.ts';
import { IconListCheck } from '../../ui/icons/icons.ts';

const loadTestPlanList = async () => ({
  default: (await import('./list/TestPlanListScreen.tsx')).TestPlanListScreen,
});
const TestPlanListScreen = lazy(loadTestPlanList);
const NewTestPlanScreen = lazy(async () => ({
  default: (await import('./settings/NewTestPlanScreen.tsx')).NewTestPlanScreen,
}));
const TestPlanScreen = lazy(async () => ({ default: (await import('./TestPlanScreen.tsx')).TestPlanScreen }));

export const testPlansArea: Area = {
  path: 'test-plans',
  label: 'Test Plans',
  icon: IconListCheck,
  load: loadTestPlanList,
  feature: 'testPlans',
  routes: (
    <Route path="test-plans">
      <Route index element={<TestPlanListScreen />} />
      <Route path="new" element={<NewTestPlanScreen />} />
      <Route path=":testPlanId" element={<TestPlanScreen />} />
      <Route path=":testPlanId/:tab" element={<TestPlanScreen />} />
    </Route>
  ),
};
