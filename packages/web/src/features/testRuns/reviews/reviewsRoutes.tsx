import { lazy } from 'react';
import { Route } from 'react-router';

const MyWorkScreen = lazy(async () => ({ default: (await import('./MyWorkScreen.tsx')).MyWorkScreen }));

/** Linked from the header, where the badge is. */
export const reviewsRoutes = <Route path="my-work" element={<MyWorkScreen />} />;
