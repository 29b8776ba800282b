import { sharedRunPath } from '@assay/contract';
import { lazy } from 'react';
import { Navigate, Route, useParams } from 'react-router';
import type { Area } from '../../ui/Area.ts';
import { IconPlayerPlay } from '../../ui/icons/icons.ts';
// Where whoever signs in arrives: it comes with the frame.
import { TestRunListScreen } from './list/TestRunListScreen.tsx';

const TestRunScreen = lazy(async () => ({ default: (await import('./run/TestRunScreen.tsx')).TestRunScreen }));
const ReplayScreen = lazy(async () => ({ default: (await import('./replay/ReplayScreen.tsx')).ReplayScreen }));
const TestScreen = lazy(async () => ({ default: (await import('./test/TestScreen.tsx')).TestScreen }));

const SharedRunScreen = lazy(async () => ({ default: (await import('./share/SharedRunScreen.tsx')).SharedRunScreen }));

/** Of people who have not signed in. */
export const sharedRunRoutes = <Route path={sharedRunPath} element={<SharedRunScreen />} />;

export const testRunsArea: Area = {
  path: 'test-runs',
  label: 'Test Runs',
  icon: IconPlayerPlay,
  routes: (
    <>
      <Route path="test-runs" element={<TestRunListScreen />} />
      <Route path="test-run-results/:testRunId" element={<ToTestRun />} />
      <Route path="test-runs/:testRunId/tests/:testKey" element={<TestScreen />} />
      <Route path="test-runs/:testRunId/tests/:testKey/:tab" element={<TestScreen />} />
      <Route path="test-runs/:testRunId/replay" element={<ReplayScreen />} />
      <Route path="test-runs/:testRunId/replay/:tab" element={<ReplayScreen />} />
      <Route path="test-runs/:testRunId" element={<TestRunScreen />} />
      <Route path="test-runs/:testRunId/:tab" element={<TestRunScreen />} />
    </>
  ),
};

function ToTestRun() {
  const { account, testRunId } = useParams();
  return <Navigate to={`/${account}/test-runs/${testRunId}`} replace />;
}
