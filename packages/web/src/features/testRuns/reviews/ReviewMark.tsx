import { nameOfReviewStatus, type TestResultRow } from '@assay/contract';
import { Initial } from '../../../ui/Initial.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import styles from './reviews.module.css';
import { useReviewers } from './useReviewers.ts';

/** What people have said about a test, small enough for its row: nothing while it is just to be reviewed by anybody. */
export function ReviewMark({ test }: { test: Pick<TestResultRow, 'reviewerUserId' | 'reviewStatusId'> }) {
  const { reviewerUserId, reviewStatusId } = test;
  const decided = reviewStatusId !== null && reviewStatusId !== 'TO_REVIEW';
  if (reviewerUserId === null && !decided) return null;
  return (
    <span className={styles.mark}>
      {decided && <Tag>{nameOfReviewStatus(reviewStatusId)}</Tag>}
      {reviewerUserId !== null && <ReviewerFace userId={reviewerUserId} />}
    </span>
  );
}

function ReviewerFace({ userId }: { userId: NonNullable<TestResultRow['reviewerUserId']> }) {
  const reviewer = useReviewers()?.find(({ id }) => id === userId);
  const name = reviewer?.name ?? 'Somebody who left';
  return (
    <span title={`Reviewer: ${name}`}>
      <Initial name={name} isMe={reviewer?.isMe ?? false} />
    </span>
  );
}
