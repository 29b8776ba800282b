import { nameOfReviewStatus, type TestResultView, type TestRunView } from '@assay/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { useListQuarantinedTestsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { nameAmong } from '../../../ui/format/personName.ts';
import { daysLeft } from '../../../ui/format/quarantineEnd.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { IssueChip } from '../../../ui/trackedIssues/IssueChip.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { SuggestedReviewer } from '../problem/reviewAndProblem.tsx';
import { summaryOf, useProblemOf } from '../problem/useProblem.ts';
import { reviewedTest } from '../reviews/reviewed.ts';
import { useReview } from '../reviews/useReview.ts';
import { useReviewers } from '../reviews/useReviewers.ts';
import { pathOfTest } from '../test/pathOfTest.ts';
import { AddIssueKey } from '../trackedIssues/AddIssueKey.tsx';
import { IssueKeys } from '../trackedIssues/IssueKeys.tsx';
import { TriageMenu } from './TriageMenu.tsx';
import styles from './triage.module.css';

/** What people know about a failure in one line above its error, and the one menu that changes it; `t` takes it. */
export function TriageLine({ test, run }: { test: TestResultView; run: TestRunView }) {
  const path = useAccountPath();
  const [addsKey, setAddsKey] = useState(false);
  const { problem } = useProblemOf(test);
  const reviewed = reviewedTest(test);
  const { take } = useReview(reviewed);
  const isReviewable = run.status !== 'CANCELED';
  useShortcut('t', () => isReviewable && void take?.());
  const status = reviewed.reviewStatusId ?? problem?.reviewStatusId ?? null;
  const reviewer = useNameOfReviewer(test);
  if (!isReviewable) return null;
  return (
    <section className={styles.line} aria-label="Triage">
      <AddIssueKey test={test} opened={addsKey} onChange={setAddsKey}>
        <TriageMenu
          test={test}
          run={run}
          problem={problem ?? null}
          label={status === null ? 'Review' : nameOfReviewStatus(status)}
          reviewer={reviewer}
          onAddKey={() => setAddsKey(true)}
        />
      </AddIssueKey>
      <span className="soft">{reviewer}</span>
      <QuarantineTag test={test} />
      {test.trackedIssues.map((issue) => (
        <IssueChip key={issue.id} issue={issue} />
      ))}
      <IssueKeys test={test} addsElsewhere />
      {problem?.note && (
        <span className={`${styles.note} truncate soft`} title={problem.note}>
          {problem.note}
        </span>
      )}
      {problem && problem.count > 1 && (
        <Link className="link" to={path(pathOfTest(test))}>
          {summaryOf(problem)}
        </Link>
      )}
      {problem && <SuggestedReviewer problem={problem} test={test} run={run} />}
    </section>
  );
}

function useNameOfReviewer({ reviewerUserId }: TestResultView): string {
  const people = useReviewers({ skip: reviewerUserId === null });
  return reviewerUserId === null ? 'No reviewer' : nameAmong(people, reviewerUserId);
}

/** Until when the test is quarantined; what the run says of it is among its facts. */
function QuarantineTag({ test }: { test: TestResultView }) {
  const now = useNow(60_000);
  const { data } = useListQuarantinedTestsQuery({ params: { id: test.projectId } });
  const own = data?.find(({ id }) => id === test.testId);
  if (!own) return null;
  const end = own.quarantinedUntil ? `, ${daysLeft(own.quarantinedUntil, now)}` : '';
  return (
    <Tag tone="ignored" {...(own.quarantineReason && { title: own.quarantineReason })}>
      {test.quarantined ? `quarantine${end}` : `quarantined from the next run${end}`}
    </Tag>
  );
}
