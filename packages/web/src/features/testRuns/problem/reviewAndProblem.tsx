import {
  finalReviewStatuses,
  type ProblemRequest,
  type ProblemView,
  type TestResultView,
  type TestRunView,
} from '@assay/contract';
import { Button, UnstyledButton } from '@mantine/core';
import { useGetCommitQuery, useGetMeQuery } from '../../../connection/serviceHooks.ts';
import { sourceText, useCodeOwners } from '../owners/useCodeOwners.ts';
import { type Reviewed, reviewedTest } from '../reviews/reviewed.ts';
import { useReview } from '../reviews/useReview.ts';
import { useReviewers } from '../reviews/useReviewers.ts';
import styles from './ProblemSection.module.css';

function isFinal(status: Reviewed['reviewStatusId']): boolean {
  return status !== null && finalReviewStatuses.includes(status);
}

/** @returns what the review of one failure says that its problem does not; null: nothing. */
export function carriedOn(problem: ProblemView, { reviewerUserId, reviewStatusId }: Reviewed): ProblemRequest | null {
  const status = isFinal(reviewStatusId) ? reviewStatusId : null;
  const body: ProblemRequest = {
    ...(reviewerUserId !== null && reviewerUserId !== problem.ownerUserId && { ownerUserId: reviewerUserId }),
    ...(status !== null && status !== problem.reviewStatusId && { reviewStatusId: status }),
  };
  return Object.keys(body).length === 0 ? null : body;
}

/** Takes what was found out about one failure over to its problem, so that other failures arrive known. */
export function CarryOn({
  problem,
  reviewed,
  onCarry,
}: {
  problem: ProblemView;
  reviewed: Reviewed;
  onCarry: (body: ProblemRequest) => Promise<void>;
}) {
  const body = carriedOn(problem, reviewed);
  if (body === null) return null;
  return (
    <Button size="compact-xs" onClick={() => void onCarry(body)} title="Reviewer and status of this failure">
      Carry on to every such failure
    </Button>
  );
}

const reasons = {
  OWNER: 'answers for this problem',
  FIXED: 'had this failure before, and it passed afterwards',
  REVIEWED: 'reviewed this failure last',
  OWNS: 'owns this file',
  WROTE: 'wrote the commit that this test has failed since',
} satisfies Record<NonNullable<ProblemView['suggestion']>['reason'] | 'OWNS' | 'WROTE', string>;

/** Somebody who may know, and why; given only by a click. */
export function SuggestedReviewer({
  problem,
  test,
  run,
}: {
  problem: ProblemView;
  test: TestResultView;
  run: TestRunView;
}) {
  const reviewed = reviewedTest(test);
  const isOpen = reviewed.reviewerUserId === null && !isFinal(reviewed.reviewStatusId);
  const isUnknown = isOpen && problem.suggestion === null;
  const { owner, isLoading } = useOwnerOfFile(test, run, { skip: !isUnknown });
  const author = useAuthorOfFailure(test, { skip: !isUnknown || isLoading || owner !== null });
  const suggestion = problem.suggestion ?? owner ?? author;
  const { assign } = useReview(reviewed);
  const person = useReviewers()?.find(({ id }) => id === suggestion?.userId);
  if (!isOpen || !suggestion || !person) return null;
  return (
    <p className={styles.soft}>
      {person.isMe ? 'You' : person.name} {person.isMe ? yours(suggestion.reason) : reasons[suggestion.reason]}
      {owner === suggestion && ` (${owner.source})`}.{' '}
      <UnstyledButton className={`link ${styles.small}`} onClick={() => void assign(person.id)}>
        {person.isMe ? 'Take it' : `Assign ${person.name}`}
      </UnstyledButton>
    </p>
  );
}

/**
 * @returns the first member whom the CODEOWNERS file names for the test's file, of a team the user where they are in it;
 * null: none, or not known yet.
 */
function useOwnerOfFile(test: TestResultView, run: TestRunView, { skip }: { skip: boolean }) {
  const { codeOwners, isLoading } = useCodeOwners(test, run, { skip });
  const { data: me } = useGetMeQuery();
  for (const rule of codeOwners?.rules ?? []) {
    const [first] = rule.owners.flatMap((one) => {
      const members = one.team?.userIds ?? [];
      return one.userId ?? members.find((id) => id === me?.id) ?? members[0] ?? [];
    });
    if (first) return { isLoading, owner: { userId: first, reason: 'OWNS' as const, source: sourceText(rule) } };
  }
  return { isLoading, owner: null };
}

/** @returns the member who wrote the commit of the first of the failures up to this one, as far as its repository tells. */
function useAuthorOfFailure({ projectId: id, failingSince }: TestResultView, { skip }: { skip: boolean }) {
  const commit = failingSince?.commit ?? null;
  const { currentData } = useGetCommitQuery(
    { params: { id, commit: commit ?? '' } },
    { skip: skip || commit === null },
  );
  return currentData?.userId ? { userId: currentData.userId, reason: 'WROTE' as const } : null;
}

function yours(reason: keyof typeof reasons): string {
  if (reason === 'OWNS') return 'own this file';
  return reason === 'OWNER' ? 'answer for this problem' : reasons[reason];
}
