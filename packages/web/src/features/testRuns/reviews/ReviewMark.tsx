import { nameOfReviewStatus, type TestResultRow } from '@assay/contract';
import { nameAmong } from '../../../ui/format/personName.ts';
import { Initial } from '../../../ui/Initial.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import styles from './reviews.module.css';
import { useReviewers } from './useReviewers.ts';

/** What people have said about a test, small enough for its row: nothing while it is just to be reviewed by anybody. */
export function ReviewMark({ test }: { test: Pick<TestResultRow, 'reviewerUserId' | 'reviewStatusId' | 'problem'> }) {
  const { reviewerUserId, reviewStatusId, problem } = test;
  const ownerUserId = problem?.ownerUserId ?? null;
  const decided = reviewStatusId !== null && reviewStatusId !== 'TO_REVIEW';
  if (reviewerUserId === null && ownerUserId === null && !decided) return null;
  return (
    <span className={styles.mark}>
      {decided && <Tag>{nameOfReviewStatus(reviewStatusId)}</Tag>}
      {reviewerUserId !== null && <Face userId={reviewerUserId} as="Reviewer" />}
      {reviewerUserId === null && ownerUserId !== null && <Face userId={ownerUserId} as="Owner of the problem" />}
    </span>
  );
}

function Face({ userId, as }: { userId: NonNullable<TestResultRow['reviewerUserId']>; as: string }) {
  const people = useReviewers();
  const name = nameAmong(people, userId);
  return (
    <span title={`${as}: ${name}`}>
      <Initial name={name} isMe={people?.some(({ id, isMe }) => isMe && id === userId) ?? false} />
      <span className="visuallyHidden">
        {' '}
        {as}: {name}
      </span>
    </span>
  );
}
