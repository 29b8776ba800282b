import { ActionIcon, Button, CloseButton } from '@mantine/core';
import { Link } from 'react-router';
import { asServiceError } from '../../../connection/serviceError.ts';
import { useGetTestRunQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { IconArrowsLeftRight } from '../../../ui/icons/icons.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import { comparisonPath } from './comparisonUrl.ts';
import styles from './picks.module.css';
import { usePickedRuns } from './usePickedRuns.ts';

/** The runs picked to be compared, at the bottom of the screen; nothing while there are none. */
export function PicksBar() {
  const { picked, flip, swap, clear } = usePickedRuns();
  const path = useAccountPath();
  const [first, second] = picked;
  if (first === undefined) return null;
  return (
    <section className={styles.bar} aria-label="Test Comparison">
      <strong className={styles.count}>{second === undefined ? '1 run picked' : '2 runs picked'}</strong>
      <PickedRun testRunId={first} onRemove={() => flip(first)} />
      {second === undefined ? (
        <span className="soft">Pick another one to compare it with</span>
      ) : (
        <>
          <ActionIcon aria-label="Swap the runs" onClick={swap}>
            <IconArrowsLeftRight size={14} stroke={1.75} />
          </ActionIcon>
          <PickedRun testRunId={second} onRemove={() => flip(second)} />
        </>
      )}
      <div className={styles.actions}>
        <Button variant="subtle" color="gray" onClick={clear}>
          Clear
        </Button>
        {second !== undefined && (
          <Button variant="filled" component={Link} to={path(comparisonPath(first, second))}>
            Compare
          </Button>
        )}
      </div>
    </section>
  );
}

function PickedRun({ testRunId, onRemove }: { testRunId: string; onRemove: () => void }) {
  const { currentData: run, error } = useGetTestRunQuery({ params: { id: testRunId } });
  const failure = asServiceError(error);
  const without =
    failure === null ? '…' : failure.status === 404 ? 'A run that is gone' : 'A run that could not be loaded';
  const name = run ? `${run.project.name} #${run.number}` : without;
  return (
    <span className={styles.picked}>
      {run && <StatusShape shape={shapeOfRun(run)} label={run.statusDisplay} />}
      <span className="truncate" title={name}>
        {name}
      </span>
      {run && (
        <span className={`soft ${styles.time}`}>
          <RelativeTime time={run.createdAt} />
        </span>
      )}
      <CloseButton size="xs" aria-label={`Remove ${name}`} onClick={onRemove} />
    </span>
  );
}
