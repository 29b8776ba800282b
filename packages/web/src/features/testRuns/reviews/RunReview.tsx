import type { TestRunView } from '@assay/contract';
import { ReviewerMenu } from './ReviewerMenu.tsx';
import { ReviewStatusMenu } from './ReviewStatusMenu.tsx';
import { reviewedRun } from './reviewed.ts';
import styles from './reviews.module.css';

/** The review of the run itself; of a canceled run there is none. */
export function RunReview({ run }: { run: TestRunView }) {
  if (run.status === 'CANCELED') return null;
  const of = `${run.project.name} #${run.number}`;
  const reviewed = reviewedRun(run);
  return (
    <span className={styles.review}>
      <ReviewStatusMenu reviewed={reviewed} of={of} />
      <ReviewerMenu reviewed={reviewed} of={of} />
    </span>
  );
}
