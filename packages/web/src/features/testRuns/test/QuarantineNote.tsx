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

/** Why the test is quarantined now, by whom and until when; nothing where it is not. */
export function QuarantineNote({ test }: { test: Pick<TestResultView, 'projectId' | 'testId' | 'quarantined'> }) {
  const may = useMay('test.quarantine');
  const now = useNow(60_000);
  const { data: quarantined, error, refetch } = useListQuarantinedTestsQuery({ params: { id: test.projectId } });
  const { extend, extending } = useQuarantine(test.projectId, test.testId);
  const own = quarantined?.find(({ id }) => id === test.testId);
  if (test.quarantined && quarantined === undefined && error !== undefined) {
    return <FailedPart what="Why this test is quarantined" onRetry={() => void refetch()} />;
  }
  if (!own) return null;
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
        , {until ? `until ${formatExactTime(until)}` : 'until somebody ends it'}.
        {owner && ` ${owner.fullName} sees to it.`} It still runs, and its failures fail no run.
      </p>
      {may && until && (
        <div className={styles.row}>
          <Button size="compact-xs" loading={extending} onClick={() => void extend(until)}>
            Extend by {extensionDays} days
          </Button>
        </div>
      )}
    </section>
  );
}
