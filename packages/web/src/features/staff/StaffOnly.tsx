import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useGetStaffRightQuery } from '../../connection/serviceHooks.ts';
import { Loaded } from '../../ui/Loaded.tsx';

/** Shows its content to staff; everyone else is redirected home. */
export function StaffOnly({ children }: { children: ReactNode }) {
  const query = useGetStaffRightQuery();
  return (
    <Loaded query={query} failed="Whether you are of the staff could not be loaded">
      {({ employee }) => (employee ? children : <Navigate to="/" replace />)}
    </Loaded>
  );
}
