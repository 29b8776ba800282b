import { isFinished, type TestRunView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { IconHistory } from '../../../ui/icons/icons.ts';

/** Leads to the replay of a run that is over; results that were uploaded have no story to tell. */
export function ReplayButton({ run }: { run: TestRunView }) {
  const path = useAccountPath();
  if (!isFinished(run.status) || run.upload) return null;
  return (
    <Button
      component={Link}
      className="iconWhenNarrow"
      to={path(`test-runs/${run.id}/replay`)}
      leftSection={<IconHistory size={16} stroke={1.75} />}
    >
      Replay
    </Button>
  );
}
