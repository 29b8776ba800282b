import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useParams } from 'react-router';
import { SignedIn } from '../features/session/SignedIn.tsx';
import { HomeRedirect } from './HomeRedirect.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { Shell } from './shell/Shell.tsx';

const LoginScreen = lazy(async () => ({ default: (await import('../features/session/LoginScreen.tsx')).LoginScreen }));
const TestRunListScreen = lazy(async () => ({
  default: (await import('../features/testRuns/list/TestRunListScreen.tsx')).TestRunListScreen,
}));
const TestRunScreen = lazy(async () => ({
  default: (await import('../features/testRuns/run/TestRunScreen.tsx')).TestRunScreen,
}));
const TestScreen = lazy(async () => ({
  default: (await import('../features/testRuns/test/TestScreen.tsx')).TestScreen,
}));
const ProjectListScreen = lazy(async () => ({
  default: (await import('../features/projects/ProjectListScreen.tsx')).ProjectListScreen,
}));
const NewProjectScreen = lazy(async () => ({
  default: (await import('../features/projects/NewProjectScreen.tsx')).NewProjectScreen,
}));
const ProjectScreen = lazy(async () => ({
  default: (await import('../features/projects/ProjectScreen.tsx')).ProjectScreen,
}));
const EnvironmentListScreen = lazy(async () => ({
  default: (await import('../features/environments/EnvironmentListScreen.tsx')).EnvironmentListScreen,
}));
const EnvironmentScreen = lazy(async () => ({
  default: (await import('../features/environments/EnvironmentScreen.tsx')).EnvironmentScreen,
}));
const AgentsScreen = lazy(async () => ({
  default: (await import('../features/agents/AgentsScreen.tsx')).AgentsScreen,
}));

const SettingsScreen = lazy(async () => ({
  default: (await import('../features/settings/SettingsScreen.tsx')).SettingsScreen,
}));

/** Every path of the client; screens are loaded when they are first opened. */
export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path="/login" element={<LoginScreen />} />
        <Route
          path="/"
          element={
            <SignedIn>
              <HomeRedirect />
            </SignedIn>
          }
        />
        <Route
          path="/:account"
          element={
            <SignedIn>
              <Shell />
            </SignedIn>
          }
        >
          <Route index element={<Navigate to="test-runs" replace />} />
          <Route path="dashboard" element={<Navigate to="../test-runs" replace />} />
          <Route path="test-runs" element={<TestRunListScreen />} />
          <Route path="test-run-results/:testRunId" element={<ToTestRun />} />
          <Route path="test-runs/:testRunId/tests/:testKey" element={<TestScreen />} />
          <Route path="test-runs/:testRunId/tests/:testKey/:tab" element={<TestScreen />} />
          <Route path="test-runs/:testRunId" element={<TestRunScreen />} />
          <Route path="test-runs/:testRunId/:tab" element={<TestRunScreen />} />
          <Route path="projects" element={<ProjectListScreen />} />
          <Route path="projects/new" element={<NewProjectScreen />} />
          <Route path="projects/:projectKey" element={<ProjectScreen />} />
          <Route path="projects/:projectKey/:tab" element={<ProjectScreen />} />
          <Route path="projects/:projectKey/builds/new" element={<ProjectScreen />} />
          <Route path="environments" element={<EnvironmentListScreen />} />
          <Route path="environments/new" element={<EnvironmentScreen />} />
          <Route path="environments/:environmentId" element={<EnvironmentScreen />} />
          <Route path="agents" element={<AgentsScreen />} />
          <Route path="settings" element={<SettingsScreen />} />
          <Route path="settings/:tab" element={<SettingsScreen />} />
          <Route path="*" element={<NotFoundScreen />} />
        </Route>
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </Suspense>
  );
}

function ToTestRun() {
  const { account, testRunId } = useParams();
  return <Navigate to={`/${account}/test-runs/${testRunId}`} replace />;
}
