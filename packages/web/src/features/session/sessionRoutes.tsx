import { lazy } from 'react';
import { Route } from 'react-router';

const LoginScreen = lazy(async () => ({ default: (await import('./LoginScreen.tsx')).LoginScreen }));

/** What is there for somebody who has not signed in. */
export const sessionRoutes = <Route path="/login" element={<LoginScreen />} />;
