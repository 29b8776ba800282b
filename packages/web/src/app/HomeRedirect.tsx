import { Navigate } from 'react-router';
import { useAccountPath } from '../connection/useAccountPath.ts';

/** The root has no page of its own: it opens the account's test runs. */
export function HomeRedirect() {
  const path = useAccountPath();
  return <Navigate to={path('test-runs')} replace />;
}
