import { Navigate, useLocation } from 'react-router';
import { useAccountPath } from '../connection/useAccountPath.ts';
import { useNeedsSetup } from '../features/setup/useNeedsSetup.ts';

/** The root has no page of its own: it opens the account's dashboard, after signing in its test runs, or its set-up. */
export function HomeRedirect() {
  const path = useAccountPath();
  const needsSetup = useNeedsSetup();
  const { state } = useLocation();
  const screen = state?.signedIn ? 'test-runs' : 'dashboard';
  return <Navigate to={path(needsSetup ? '' : screen)} replace />;
}
