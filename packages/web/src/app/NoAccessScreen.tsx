import { Button } from '@mantine/core';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { ConnectionState } from '../connection/connectionTools.ts';
import { useAccountPath } from '../connection/useAccountPath.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ScreenHead } from '../ui/ScreenHead.tsx';

/** At an address that names an account in which the person has no role; whether there is such an account is not told. */
export function NoAccessScreen({ account }: { account: string }) {
  const own = useSelector((state: ConnectionState) => state.session.accountName);
  const path = useAccountPath();
  return (
    <>
      <ScreenHead title="No access" documentTitle="No access" />
      <EmptyState
        title={`You have no role in "${account}"`}
        why="If there is an account of that name, one of its administrators can invite you. The address may also have been mistyped."
        action={
          own !== null && (
            <Button component={Link} to={path('test-runs')}>
              Open {own}
            </Button>
          )
        }
      />
    </>
  );
}
