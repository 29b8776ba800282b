import type { ProblemView, TestResultView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { asServiceError } from '../../../connection/serviceError.ts';
import { useGetProblemQuery } from '../../../connection/serviceHooks.ts';
import { FailedPart } from '../../../ui/FailedPart.tsx';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { PersonMenu } from '../reviews/PersonMenu.tsx';
import { reviewedTest } from '../reviews/reviewed.ts';
import { StatusMenu } from '../reviews/StatusMenu.tsx';
import { Elsewhere } from './Elsewhere.tsx';
import { ProblemNote } from './ProblemNote.tsx';
import styles from './ProblemSection.module.css';
import { CarryOn, SuggestedReviewer } from './reviewAndProblem.tsx';
import { useProblem } from './useProblem.ts';

/**
 * The problem behind a failure: whose it is, what it is, and where else it shows. Nothing where the error says nothing.
 * @param folded whether all but the first two are shown on a click
 */
export function ProblemSection({ test, folded }: { test: TestResultView; folded: boolean }) {
  const problemId = test.testRunAnalysisRootCauseId;
  const {
    currentData: problem,
    error,
    refetch,
  } = useGetProblemQuery({ params: { id: test.projectId, problemId: problemId ?? '' } }, { skip: problemId === null });
  if (problem) return <Problem problem={problem} test={test} folded={folded} />;
  // A failure of a moment ago may not have become one yet.
  const isUnknown = error === undefined || asServiceError(error)?.status === 404;
  return isUnknown ? null : <FailedPart what="The problem behind this failure" onRetry={() => void refetch()} />;
}

function Problem({ problem, test, folded }: { problem: ProblemView; test: TestResultView; folded: boolean }) {
  const [opened, setOpened] = useState(!folded);
  const { may, busy, change } = useProblem(problem);
  const reviewed = reviewedTest(test);
  return (
    <section className={styles.problem} aria-label="Problem">
      <div className={styles.row}>
        <h3 className={styles.heading}>Problem</h3>
        <StatusMenu
          status={problem.reviewStatusId}
          none="Not classified"
          label="what the problem is"
          may={may}
          busy={busy}
          onPick={(reviewStatusId) => void change({ reviewStatusId })}
        />
        <PersonMenu
          userId={problem.ownerUserId}
          whenNone="No owner"
          label="Owner of the problem"
          may={may}
          busy={busy}
          onPick={(ownerUserId) => void change({ ownerUserId })}
        />
        {may && <CarryOn problem={problem} reviewed={reviewed} onCarry={change} />}
      </div>
      {may && <SuggestedReviewer problem={problem} test={test} />}
      {!opened && problem.note && <p className={`${styles.note} truncate`}>{problem.note}</p>}
      {!opened && (
        <UnstyledButton className={`link ${styles.small}`} onClick={() => setOpened(true)} aria-expanded={false}>
          {summaryOf(problem)}
        </UnstyledButton>
      )}
      {opened && <About problem={problem} test={test} />}
    </section>
  );
}

function About({ problem, test }: { problem: ProblemView; test: TestResultView }) {
  const { may, busy, change } = useProblem(problem);
  return (
    <>
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
    </>
  );
}

function summaryOf({ count, runCount }: ProblemView): string {
  return `Failed ${counted(count, 'time')} in ${counted(runCount, 'run')}`;
}
