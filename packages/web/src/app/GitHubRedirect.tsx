import { Navigate } from 'react-router';
import { useAccountPath } from '../connection/useAccountPath.ts';
import { useNeedsSetup } from '../features/setup/useNeedsSetup.ts';

/** Where GitHub's pages lead to: the step that connects a repository, and after the set-up the form that does. */
export function GitHubRedirect() {
  const path = useAccountPath();
  return <Navigate to={path(useNeedsSetup() ? '' : 'projects/new')} replace />;
}
