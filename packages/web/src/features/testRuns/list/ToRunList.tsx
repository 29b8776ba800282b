import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useRunListPath } from './runListPlace.ts';

/** Leads from a run that is not there to those that are. */
export function ToRunList() {
  return (
    <Button component={Link} to={useRunListPath()}>
      Test Runs
    </Button>
  );
}
