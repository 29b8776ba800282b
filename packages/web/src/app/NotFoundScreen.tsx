import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ScreenHead } from '../ui/ScreenHead.tsx';

export function NotFoundScreen() {
  return (
    <>
      <ScreenHead title="Page not found" documentTitle="Page not found" />
      <EmptyState
        title="Nothing is at this address"
        why="It may have been mistyped, or what it named is gone."
        action={
          <Button component={Link} to="/">
            Open Test Runs
          </Button>
        }
      />
    </>
  );
}
