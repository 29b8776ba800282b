import { lazy } from 'react';
import { Route } from 'react-router';

const ProfileScreen = lazy(async () => ({ default: (await import('./ProfileScreen.tsx')).ProfileScreen }));

/** One's own screen; it is in the user menu instead of the navigation. */
export const profileRoutes = <Route path="profile" element={<ProfileScreen />} />;
