import { lazy } from 'react';
import { Route } from 'react-router';
import type { Area } from '../../ui/Area.ts';
import { IconServer } from '../../ui/icons/icons.ts';

const loadEnvironments = async () => ({
  default: (await import('./EnvironmentsScreen.tsx')).EnvironmentsScreen,
});
const EnvironmentsScreen = lazy(loadEnvironments);
const EnvironmentScreen = lazy(async () => ({ default: (await import('./EnvironmentScreen.tsx')).EnvironmentScreen }));
const PipelineStageScreen = lazy(async () => ({
  default: (await import('./pipelineStages/PipelineStageScreen.tsx')).PipelineStageScreen,
}));
const RunnerPoolScreen = lazy(async () => ({
  default: (await import('./runnerPools/RunnerPoolScreen.tsx')).RunnerPoolScreen,
}));

const EnvironmentAuditScreen = lazy(async () => ({
  default: (await import('./audit/EnvironmentAuditScreen.tsx')).EnvironmentAuditScreen,
}));
const PipelineStageAuditScreen = lazy(async () => ({
  default: (await import('./audit/PipelineStageAuditScreen.tsx')).PipelineStageAuditScreen,
}));
const RunnerPoolAuditScreen = lazy(async () => ({
  default: (await import('./audit/RunnerPoolAuditScreen.tsx')).RunnerPoolAuditScreen,
}));

export const environmentsArea: Area = {
  path: 'environments',
  label: 'Environments',
  icon: IconServer,
  load: loadEnvironments,
  routes: (
    <Route path="environments">
      <Route index element={<EnvironmentsScreen tab="environments" />} />
      <Route path="new" element={<EnvironmentScreen />} />
      <Route path="pipelines" element={<EnvironmentsScreen tab="pipelines" />} />
      <Route path="pipelines/new" element={<PipelineStageScreen />} />
      <Route path="pipelines/:pipelineStageId" element={<PipelineStageScreen />} />
      <Route path="pipelines/:pipelineStageId/audit-log" element={<PipelineStageAuditScreen />} />
      <Route path="runner-pools" element={<EnvironmentsScreen tab="runner-pools" />} />
      <Route path="runner-pools/new" element={<RunnerPoolScreen />} />
      <Route path="runner-pools/:runnerPoolId" element={<RunnerPoolScreen />} />
      <Route path="runner-pools/:runnerPoolId/audit-log" element={<RunnerPoolAuditScreen />} />
      <Route path=":environmentId" element={<EnvironmentScreen />} />
      <Route path=":environmentId/audit-log" element={<EnvironmentAuditScreen />} />
    </Route>
  ),
};
