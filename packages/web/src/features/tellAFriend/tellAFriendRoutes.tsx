import { lazy } from 'react';
import { Route } from 'react-router';

const TellAFriendScreen = lazy(async () => ({ default: (await import('./TellAFriendScreen.tsx')).TellAFriendScreen }));

/** It is in the user menu instead of the navigation. */
export const tellAFriendRoutes = <Route path="tell-a-friend" element={<TellAFriendScreen />} />;
