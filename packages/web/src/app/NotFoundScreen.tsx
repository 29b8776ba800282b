import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../ui/EmptyState.tsx';

export function NotFoundScreen() {
  useEffect(() => {
    document.title = 'Page not found · Assay';
  }, []);
  return (
    <EmptyState
      title="Page not found"
      why="Nothing is at this address. It may have been mistyped, or what it named is gone."
      action={
        <Button component={Link} to="/">
          Open test runs
        </Button>
      }
    />
  );
}
