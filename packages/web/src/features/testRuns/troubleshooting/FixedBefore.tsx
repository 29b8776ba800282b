import { limits, nameOfReviewStatus, type TestAnalysisView } from '@assay/contract';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { IssueChip } from '../../../ui/trackedIssues/IssueChip.tsx';
import { RunLink } from '../analysis/RunOfCause.tsx';
import styles from './troubleshooting.module.css';

/** How the failure went away the last time; nothing if it never did. */
export function FixedBefore({ analysis: { fixedBefore } }: { analysis: TestAnalysisView }) {
  if (fixedBefore === null) return null;
  const { failed, passed, reviewStatusId, decidedBy, note, trackedIssues } = fixedBefore;
  return (
    <section className={styles.part} aria-label="Fixed last time">
      <h3 className={styles.title}>Fixed last time</h3>
      <p className={styles.fix}>
        <StatusShape shape="pass" label="" />
        <span>
          Passed again in <RunLink run={passed} />, <RelativeTime time={passed.at} />
          {passed.commit !== null && (
            <>
              , at <code>{passed.commit.slice(0, limits.commitLength)}</code>
            </>
          )}
        </span>
      </p>
      <p className={styles.soft}>
        After {counted(failed.runCount, 'failed run')}, <RunLink run={failed.first} />
        {failed.last.testRunId !== failed.first.testRunId && (
          <>
            {' '}
            to <RunLink run={failed.last} />
          </>
        )}
        .{reviewStatusId !== null && ` ${nameOfReviewStatus(reviewStatusId)}`}
        {reviewStatusId !== null && decidedBy && `, set by ${decidedBy.fullName}`}
        {reviewStatusId !== null && '.'}{' '}
        {trackedIssues.map((issue) => (
          <IssueChip key={issue.id} issue={issue} />
        ))}
      </p>
      {note !== null && <p className={styles.note}>{note}</p>}
    </section>
  );
}
