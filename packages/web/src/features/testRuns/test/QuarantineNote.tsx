import type { TestResultView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useMay } from '../../../connection/currentUser.ts';
import { useListQuarantinedTestsQuery } from '../../../connection/serviceHooks.ts';
import { FailedPart } from '../../../ui/FailedPart.tsx';
import { formatExactTime } from '../../../ui/format/formatTime.ts';
import { daysLeft, extensionDays } from '../../../ui/format/quarantineEnd.ts';
import { useQuarantine } from '../../../ui/quarantine/useQuarantine.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useNow } from '../../../ui/useNow.ts';
import styles from '../problem/ProblemSection.module.css';
import { QuarantineButton } from './QuarantineButton.tsx';

type Props = { test: Pick<TestResultView, 'projectId' | 'testId' | 'quarantined'> };

/** Why the test is quarantined now, by whom and until when, and what changes it. */
export function QuarantineNote({ test }: Props) {
  const may = useMay('test.quarantine');
  const now = useNow(60_000);
  const { data: quarantined, error, refetch } = useListQuarantinedTestsQuery({ params: { id: test.projectId } });
  const { extend, extending } = useQuarantine(test.projectId, test.testId);
  const own = quarantined?.find(({ id }) => id === test.testId);
  if (test.quarantined && quarantined === undefined && error !== undefined) {
    return <FailedPart what="Why this test is quarantined" onRetry={() => void refetch()} />;
  }
  if (quarantined === undefined && error === undefined) return null;
  if (!own) return <NotQuarantined test={test} />;
  const { quarantineReason: reason, quarantinedUntil: until, quarantinedAt: at, quarantineOwner: owner } = own;
  return (
    <section className={styles.problem} aria-label="Quarantine">
      <div className={styles.row}>
        <h3 className={styles.heading}>Quarantine</h3>
        {!test.quarantined && <Tag tone="ignored">from the next run</Tag>}
        {until && <Tag tone="ignored">{daysLeft(until, now)}</Tag>}
      </div>
      {reason && <p className={styles.note}>{reason}</p>}
      <p className={styles.soft}>
        {own.quarantinedByEmail ?? 'Assay'}
        {at && (
          <>
            , <RelativeTime time={at} />
          </>
        )}
        , {until ? `until ${formatExactTime(until)}` : 'without an end'}.{owner && ` Owner: ${owner.fullName}.`} It
        still runs, but its failures don't fail the run.
      </p>
      <div className={styles.row}>
        {may && until && (
          <Button loading={extending} onClick={() => void extend(until)}>
            Extend by {extensionDays} days
          </Button>
        )}
        <QuarantineButton test={test} />
      </div>
    </section>
  );
}

function NotQuarantined({ test }: Props) {
  const may = useMay('test.quarantine');
  if (!may) return null;
  return (
    <section className={styles.problem} aria-label="Quarantine">
      <h3 className={styles.heading}>Quarantine</h3>
      <p className={styles.soft}>From the next run on, its failures won't fail the run.</p>
      <div className={styles.row}>
        <QuarantineButton test={test} />
      </div>
    </section>
  );
}
