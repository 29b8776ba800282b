import { limits, type TestResultView, type TestRunView } from '@assay/contract';
import { lazy, Suspense } from 'react';
import { CopyableId } from '../../../ui/copy/CopyableId.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import styles from '../problem/ProblemSection.module.css';
import { ProblemSection } from '../problem/ProblemSection.tsx';
import { useMoment } from '../replay/moment.ts';
import { TestReview } from '../reviews/TestReview.tsx';
import { usualDuration } from '../status/changedSince.ts';
import { TestIssues } from '../trackedIssues/TestIssues.tsx';
import { QuarantineNote } from './QuarantineNote.tsx';
import { RenameNote } from './RenameNote.tsx';
import { hasTroubleshooting } from './TestTabs.tsx';

const TroubleshootingRail = lazy(async () => ({
  default: (await import('../troubleshooting/TroubleshootingTab.tsx')).TroubleshootingRail,
}));

/** What people decided about a test and its failure, next to what happened; in Troubleshooting how it was fixed before. */
export function TestRail({ test, run, tab }: { test: TestResultView; run: TestRunView; tab: string }) {
  const isNow = useMoment() === null;
  const isTroubleshooting = tab === 'troubleshooting' && hasTroubleshooting(test, isNow);
  return (
    <>
      <TestReview test={test} run={run} />
      {isTroubleshooting ? (
        <Suspense>
          <TroubleshootingRail test={test} />
        </Suspense>
      ) : (
        <>
          <TestIssues test={test} run={run} />
          <QuarantineNote test={test} />
          {run.status !== 'CANCELED' && <ProblemSection test={test} run={run} />}
          <RenameNote test={test} />
          <ThisResult test={test} />
        </>
      )}
    </>
  );
}

function ThisResult({ test }: { test: TestResultView }) {
  const usual = usualDuration(test);
  return (
    <section className={styles.problem} aria-label="This result">
      <h3 className={styles.heading}>This result</h3>
      <dl className={styles.facts}>
        {test.startTime && (
          <>
            <dt>Started</dt>
            <dd>
              <RelativeTime time={test.startTime} />
            </dd>
          </>
        )}
        {usual !== null && (
          <>
            <dt>Usually</dt>
            <dd className="tabular">{formatDuration(usual)}</dd>
          </>
        )}
        <dt>Test id</dt>
        <dd>
          <CopyableId id={test.testId} length={limits.commitLength} />
        </dd>
      </dl>
    </section>
  );
}
