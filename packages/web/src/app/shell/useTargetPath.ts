import { use, useSyncExternalStore } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';

/**
 * @returns the path of the address. `useLocation` lags behind it while the code of the next screen loads, since the
 * router renders a navigation as a transition.
 */
export function useTargetPath(): string {
  const context = use(DataRouterContext);
  if (context === null) throw new Error('useTargetPath needs a data router');
  const { router } = context;
  return useSyncExternalStore(router.subscribe, () => router.state.location.pathname);
}
