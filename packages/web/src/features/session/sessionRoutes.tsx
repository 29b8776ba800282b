import { lazy } from 'react';
import { Route } from 'react-router';

const LoginScreen = lazy(async () => ({ default: (await import('./LoginScreen.tsx')).LoginScreen }));

/** The routes for people who have not signed in. */
export const sessionRoutes = <Route path="/login" element={<LoginScreen />} />;
