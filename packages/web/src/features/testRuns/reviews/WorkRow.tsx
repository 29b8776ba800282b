import type { WorkItem } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { FilePath } from '../../../ui/FilePath.tsx';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { formatSpan } from '../../../ui/format/formatTime.ts';
import { RecentBars } from '../../../ui/RecentBars.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import { useNow } from '../../../ui/useNow.ts';
import { barsOf } from '../status/recentBars.ts';
import { shapeOfTest, wordOfTest } from '../status/statusShapes.ts';
import styles from './MyWorkScreen.module.css';
import { ReviewStatusMenu } from './ReviewStatusMenu.tsx';
import { reviewedItem } from './reviewed.ts';

/** One thing to look into: what failed and where, how it went before, the review, and who gave it when. */
export function WorkRow({ item }: { item: WorkItem }) {
  const path = useAccountPath();
  const { test, testRunId, projectName, number, assignedBy, reviewerUserId } = item;
  const run = `${projectName} #${number}`;
  const name = test?.name ?? run;
  return (
    <li className={styles.row}>
      <Link
        className={styles.link}
        data-row
        to={path(test === null ? `test-runs/${testRunId}` : `test-runs/${testRunId}/tests/${test.key}`)}
      >
        {test === null ? (
          <StatusShape
            shape={shapeOfRun({ status: item.runStatus, nothingCouldPass: item.nothingCouldPass })}
            label="Test run"
          />
        ) : (
          <StatusShape shape={shapeOfTest(test)} label={wordOfTest(test)} />
        )}
        <span className={styles.what}>
          <strong className="truncate" title={name} dir="auto">
            {name}
          </strong>
          <span className={`${styles.meta} truncate`}>
            {test === null ? (
              [item.environmentName, item.branch].join(' · ')
            ) : (
              <FilePath path={test.file} before={[run]} after={item.branch} />
            )}
            {test?.cause && <Cause {...test.cause} />}
          </span>
        </span>
      </Link>
      <span className={styles.recent}>
        {test !== null && <RecentBars bars={barsOf(test.recent)} />}
        {test !== null && <Course test={test} isNew={test.failingSince?.testRunId === testRunId} />}
      </span>
      <span className={styles.status}>
        <ReviewStatusMenu reviewed={reviewedItem(item)} of={name} />
      </span>
      <span className={styles.given}>
        <RelativeTime time={item.assignedAt} />
        <span className={styles.meta}>
          by {assignedBy?.id === reviewerUserId ? 'yourself' : (assignedBy?.fullName ?? 'Assay')}
        </span>
      </span>
    </li>
  );
}

/** How the test has been lately, in two lines. */
function Course({ test, isNew }: { test: NonNullable<WorkItem['test']>; isNew: boolean }) {
  const now = useNow(60_000);
  const { status, flaky, recent, failingSince } = test;
  if (status === 'PASS' && !flaky) return <TwoLines look="pass" first="passes again" />;
  if (flaky) {
    const count = recent.filter((outcome) => outcome.flaky).length;
    return <TwoLines look="flaky" first={`${count} of ${recent.length} flaky`} />;
  }
  if (failingSince === null) return null;
  if (isNew) {
    const second = recent.length > 1 ? 'passed before' : 'first run';
    return <TwoLines look="fail" first={`new in #${failingSince.number}`} second={second} />;
  }
  const runs = recent.findIndex((outcome) => outcome.status === 'PASS');
  const count = counted(runs < 0 ? recent.length : runs, 'run');
  const span = formatSpan(now - Date.parse(failingSince.at));
  return (
    <TwoLines first={`since #${failingSince.number}`} second={`${span}, ${runs < 0 ? 'at least ' : ''}${count}`} />
  );
}

function TwoLines({ first, second, look }: { first: string; second?: string; look?: 'pass' | 'fail' | 'flaky' }) {
  return (
    <span className={styles.lines}>
      <span data-look={look}>{first}</span>
      {second && <span className={styles.meta}>{second}</span>}
    </span>
  );
}

function Cause({ name, testCount }: NonNullable<NonNullable<WorkItem['test']>['cause']>) {
  return (
    <>
      <span className={styles.joint}> · </span>
      <span className={`${styles.cause} truncate`} title={name}>
        {testCount !== null && testCount > 1 && `with ${counted(testCount - 1, 'other test')}: `}
        {name}
      </span>
    </>
  );
}
