import { lazy } from 'react';
import { Route } from 'react-router';

const StaffScreen = lazy(async () => ({ default: (await import('./StaffScreen.tsx')).StaffScreen }));
const StaffRunScreen = lazy(async () => ({ default: (await import('./run/StaffRunScreen.tsx')).StaffRunScreen }));
const StaffRunLogScreen = lazy(async () => ({
  default: (await import('./run/StaffRunLogScreen.tsx')).StaffRunLogScreen,
}));
const StaffRunnerLogScreen = lazy(async () => ({
  default: (await import('./run/StaffRunnerLogScreen.tsx')).StaffRunnerLogScreen,
}));
const StaffTestListScreen = lazy(async () => ({
  default: (await import('./run/StaffTestListScreen.tsx')).StaffTestListScreen,
}));
const StaffTestScreen = lazy(async () => ({ default: (await import('./run/StaffTestScreen.tsx')).StaffTestScreen }));
const StaffAgentLogScreen = lazy(async () => ({
  default: (await import('./agents/StaffAgentLogScreen.tsx')).StaffAgentLogScreen,
}));

/** Of no account, below `/employee`; in the user menu of staff instead of the navigation. */
export const staffRoutes = (
  <>
    <Route index element={<StaffScreen />} />
    <Route path=":tab" element={<StaffScreen />} />
    <Route path="test-runs/:testRunId" element={<StaffRunScreen />} />
    <Route path="test-runs/:testRunId/logs" element={<StaffRunLogScreen />} />
    <Route path="test-runs/:testRunId/test-list-result" element={<StaffTestListScreen />} />
    <Route path="test-runs/:testRunId/runners/:runnerId" element={<StaffRunnerLogScreen />} />
    <Route path="test-runs/:testRunId/tests/:testId" element={<StaffTestScreen />} />
    <Route path="agents/:agentId/logs" element={<StaffAgentLogScreen />} />
  </>
);
