import type { ReviewStatusId, UserId } from '@assay/contract';
import { useMay } from '../../../connection/currentUser.ts';
import { useGetMeQuery } from '../../../connection/serviceHooks.ts';
import { showDone } from '../../../ui/showDone.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import { useAssignReviewerMutation, useSetReviewStatusMutation } from './reviewEndpoints.ts';
import { nameOf, type Reviewed } from './reviewed.ts';

/** Changes a review, if nobody else has since it was read; says that it did, or why not. */
export function useReview(reviewed: Reviewed) {
  const may = useMay('review.write');
  const { data: me } = useGetMeQuery();
  const [assignReviewer, { isLoading: assigning }] = useAssignReviewerMutation();
  const [setReviewStatus, { isLoading: setting }] = useSetReviewStatusMutation();
  const ifMatch = reviewed.reviewRevision;

  function show({ error }: { error?: unknown }, done: string): void {
    if (error === undefined) showDone(done);
    else showFailure(error);
  }

  async function assign(assigneeUserId: UserId | null): Promise<void> {
    const body = { ...nameOf(reviewed), assigneeUserId };
    show(await assignReviewer({ body, ifMatch }), assigneeUserId === null ? 'Review unassigned' : 'Review assigned');
  }

  return {
    may,
    busy: assigning || setting,
    assign,
    /** Undefined where there is nothing to take: it is the person's own, or not known who they are. */
    take: may && me && reviewed.reviewerUserId !== me.id ? () => assign(me.id) : undefined,
    setStatus: async (reviewStatusId: ReviewStatusId): Promise<void> =>
      show(await setReviewStatus({ body: { ...nameOf(reviewed), reviewStatusId }, ifMatch }), 'Status updated'),
  };
}
