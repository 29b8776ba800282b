import type { TestResultView, TestRunView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { KeyHint } from '../../../ui/KeyHint.tsx';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { CodeOwnersFact } from '../owners/CodeOwnersFact.tsx';
import rail from '../problem/ProblemSection.module.css';
import { ReviewerMenu } from './ReviewerMenu.tsx';
import { ReviewStatusMenu } from './ReviewStatusMenu.tsx';
import { reviewedTest } from './reviewed.ts';
import styles from './reviews.module.css';
import { useReview } from './useReview.ts';

/** The review of a test in the run; `t` takes it. Of a canceled run there is none. */
export function TestReview({ test, run }: { test: TestResultView; run: TestRunView }) {
  const reviewed = reviewedTest(test);
  const { take } = useReview(reviewed);
  const isReviewable = run.status !== 'CANCELED';
  useShortcut('t', () => isReviewable && void take?.());
  if (!isReviewable) return null;
  return (
    <section className={rail.problem} aria-label="Review">
      <h3 className={rail.heading}>Review</h3>
      <dl className={rail.facts}>
        <dt>Status</dt>
        <dd>
          <ReviewStatusMenu reviewed={reviewed} of={test.name} />
        </dd>
        <dt>Reviewer</dt>
        <dd>
          <ReviewerMenu reviewed={reviewed} of={test.name} />
          {take && (
            <UnstyledButton className={`link ${styles.take}`} onClick={() => void take()}>
              Take it <KeyHint>t</KeyHint>
            </UnstyledButton>
          )}
        </dd>
        <CodeOwnersFact test={test} run={run} />
      </dl>
    </section>
  );
}
