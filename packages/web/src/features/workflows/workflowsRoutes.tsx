import { workflowsFlag } from '@assay/contract';
import { lazy } from 'react';
import { Route } from 'react-router';
import type { Area } from '../../ui/Area.ts';
import { IconRoute } from '../../ui/icons/icons.ts';

const loadWorkflowList = async () => ({
  default: (await import('./WorkflowListScreen.tsx')).WorkflowListScreen,
});
const WorkflowListScreen = lazy(loadWorkflowList);
const NewWorkflowScreen = lazy(async () => ({ default: (await import('./NewWorkflowScreen.tsx')).NewWorkflowScreen }));
const WorkflowScreen = lazy(async () => ({ default: (await import('./WorkflowScreen.tsx')).WorkflowScreen }));

export const workflowsArea: Area = {
  path: 'workflows',
  label: 'Quality Workflows',
  icon: IconRoute,
  load: loadWorkflowList,
  feature: 'workflows',
  flag: workflowsFlag,
  routes: (
    <Route path="workflows">
      <Route index element={<WorkflowListScreen />} />
      <Route path="new" element={<NewWorkflowScreen />} />
      <Route path=":workflowId" element={<WorkflowScreen />} />
      <Route path=":workflowId/:tab" element={<WorkflowScreen />} />
    </Route>
  ),
};
