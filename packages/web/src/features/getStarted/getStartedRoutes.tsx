import { lazy } from 'react';
import { Route } from 'react-router';

const GetStartedScreen = lazy(async () => ({ default: (await import('./GetStartedScreen.tsx')).GetStartedScreen }));

/** Linked from where there is nothing yet, instead of the navigation. */
export const getStartedRoutes = <Route path="get-started" element={<GetStartedScreen />} />;
