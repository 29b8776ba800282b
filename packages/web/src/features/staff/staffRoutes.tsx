import { lazy } from 'react';
import { Route } from 'react-router';

const StaffScreen = lazy(async () => ({ default: (await import('./StaffScreen.tsx')).StaffScreen }));

/** Of no account, below `/employee`; in the user menu of staff instead of the navigation. */
export const staffRoutes = (
  <>
    <Route index element={<StaffScreen />} />
    <Route path=":tab" element={<StaffScreen />} />
  </>
);
