import { Navigate } from 'react-router';
import { useAccountPath } from '../connection/useAccountPath.ts';
import { useNeedsSetup } from '../features/setup/useNeedsSetup.ts';

/** The root has no page of its own: it opens the account's test runs, or its set-up. */
export function HomeRedirect() {
  const path = useAccountPath();
  return <Navigate to={path(useNeedsSetup() ? '' : 'test-runs')} replace />;
}
