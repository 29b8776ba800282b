import type { TestRunView } from '@assay/contract';
import { ActionIcon, Button, CloseButton } from '@mantine/core';
import { Link } from 'react-router';
import { asServiceError } from '../../../connection/serviceError.ts';
import { useListTestRunsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { IconArrowsLeftRight } from '../../../ui/icons/icons.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import { comparisonPath } from './comparisonUrl.ts';
import { PickedActions } from './PickedActions.tsx';
import styles from './picks.module.css';
import { usePickedRuns } from './usePickedRuns.ts';

/** The picked runs, and what can be done with them. */
export function Picks({ picked }: { picked: readonly string[] }) {
  const { drop, swap, clear } = usePickedRuns();
  const path = useAccountPath();
  const query = { ids: [...picked].sort().join(','), limit: picked.length };
  const { currentData: page, error } = useListTestRunsQuery({ query });
  const byId = new Map(page?.testRuns.map((run) => [run.id as string, run]));
  const without = page ? 'A run that is gone' : asServiceError(error) ? 'A run that could not be loaded' : '…';
  const [first = '', second] = picked;
  const chip = (id: string) => <PickedRun run={byId.get(id)} without={without} onRemove={() => drop([id])} />;
  return (
    <section className={styles.bar} aria-label="Test Comparison">
      <strong className={styles.count}>{counted(picked.length, 'run')} picked</strong>
      {picked.length <= 2 && chip(first)}
      {second === undefined && <span className="soft">Pick another one to compare it with</span>}
      {second !== undefined && picked.length === 2 && (
        <>
          <ActionIcon aria-label="Swap the runs" onClick={swap}>
            <IconArrowsLeftRight size={14} stroke={1.75} />
          </ActionIcon>
          {chip(second)}
        </>
      )}
      <div className={styles.actions}>
        <PickedActions runs={picked.flatMap((id) => byId.get(id) ?? [])} />
        <Button variant="subtle" color="gray" onClick={clear}>
          Clear
        </Button>
        {second !== undefined && picked.length === 2 && (
          <Button variant="filled" component={Link} to={path(comparisonPath(first, second))}>
            Compare
          </Button>
        )}
      </div>
    </section>
  );
}

function PickedRun({
  run,
  without,
  onRemove,
}: {
  run: TestRunView | undefined;
  /** What is said of a run without an answer. */
  without: string;
  onRemove: () => void;
}) {
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
