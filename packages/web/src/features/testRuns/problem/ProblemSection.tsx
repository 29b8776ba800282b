import type { ProblemView, TestResultView, TestRunView } from '@assay/contract';
import { asServiceError } from '../../../connection/serviceError.ts';
import { FailedPart } from '../../../ui/FailedPart.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { PersonMenu } from '../reviews/PersonMenu.tsx';
import { reviewedTest } from '../reviews/reviewed.ts';
import { StatusMenu } from '../reviews/StatusMenu.tsx';
import { Elsewhere } from './Elsewhere.tsx';
import { ProblemNote } from './ProblemNote.tsx';
import styles from './ProblemSection.module.css';
import { CarryOn, SuggestedReviewer } from './reviewAndProblem.tsx';
import { summaryOf, useProblem, useProblemOf } from './useProblem.ts';

/** The problem behind a failure: whose it is, what it is, and where else it shows. Nothing where the error says nothing. */
export function ProblemSection({ test, run }: { test: TestResultView; run: TestRunView }) {
  const { problem, error, refetch } = useProblemOf(test);
  if (problem) return <Problem problem={problem} test={test} run={run} />;
  // A failure of a moment ago may not have become one yet.
  const isUnknown = error === undefined || asServiceError(error)?.status === 404;
  return isUnknown ? null : <FailedPart what="The problem behind this failure" onRetry={() => void refetch()} />;
}

function Problem({ problem, test, run }: { problem: ProblemView; test: TestResultView; run: TestRunView }) {
  const { may, busy, change } = useProblem(problem);
  const reviewed = reviewedTest(test);
  return (
    <section className={styles.problem} aria-label="Problem">
      <h3 className={styles.heading}>Problem</h3>
      <dl className={styles.facts}>
        <dt>Status</dt>
        <dd>
          <StatusMenu
            status={problem.reviewStatusId}
            none="Not classified"
            label="what the problem is"
            may={may}
            busy={busy}
            onPick={(reviewStatusId) => void change({ reviewStatusId })}
          />
        </dd>
        <dt>Owner</dt>
        <dd>
          <PersonMenu
            userId={problem.ownerUserId}
            whenNone="No owner"
            label="Owner of the problem"
            may={may}
            busy={busy}
            onPick={(ownerUserId) => void change({ ownerUserId })}
          />
        </dd>
      </dl>
      {may && <CarryOn problem={problem} reviewed={reviewed} onCarry={change} />}
      {may && <SuggestedReviewer problem={problem} test={test} run={run} />}
      <ProblemNote problem={problem} may={may} busy={busy} onNote={(note) => change({ note })} />
      {problem.decidedAt && (
        <p className={styles.soft}>
          Decided for this failure, not only for this run: {problem.decidedBy?.fullName ?? 'Assay'},{' '}
          <RelativeTime time={problem.decidedAt} />.
        </p>
      )}
      <p className={styles.soft}>
        {summaryOf(problem)}, first <RelativeTime time={problem.firstAt} />.
      </p>
      <Elsewhere occurrences={problem.occurrences} test={test} />
    </section>
  );
}
