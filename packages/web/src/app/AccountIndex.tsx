import { lazy, useState } from 'react';
import { Navigate } from 'react-router';
import { useNeedsSetup } from '../features/setup/useNeedsSetup.ts';

const SetupScreen = lazy(async () => ({ default: (await import('../features/setup/SetupScreen.tsx')).SetupScreen }));

/** The first page of an account: its set-up until that is done, then its dashboard. */
export function AccountIndex() {
  const needsSetup = useNeedsSetup();
  // Once shown, it leads on by itself when it is done.
  const [isSetup] = useState(needsSetup);
  return isSetup ? <SetupScreen /> : <Navigate to="dashboard" replace />;
}
