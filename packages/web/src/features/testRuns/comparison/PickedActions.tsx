import { isFinished, type TestRunView, type UserId } from '@assay/contract';
import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useMay, useMayRun } from '../../../connection/currentUser.ts';
import { useChangeTestRunStatusMutation, useRerunTestRunMutation } from '../../../connection/serviceHooks.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { IconPlayerStop, IconRefresh } from '../../../ui/icons/icons.ts';
import { showDone } from '../../../ui/showDone.ts';
import { showFailure } from '../../../ui/showFailure.ts';
import { PersonMenu } from '../reviews/PersonMenu.tsx';
import { useAssignReviewerMutation } from '../reviews/reviewEndpoints.ts';
import { nameOf, reviewedRun } from '../reviews/reviewed.ts';

type Answer = { error?: unknown };

/** What can be done with several runs at once: each is offered for those of them that it fits. */
export function PickedActions({ runs }: { runs: readonly TestRunView[] }) {
  const [mayRun, mayWrite, mayReview] = [useMayRun(), useMay('testRun.write'), useMay('review.write')];
  const [rerunTestRun] = useRerunTestRunMutation();
  const [changeStatus] = useChangeTestRunStatusMutation();
  const [assignReviewer] = useAssignReviewerMutation();
  const [busy, setBusy] = useState(false);
  const toRerun = mayRun ? runs.filter(({ status, upload }) => isFinished(status) && upload === null) : [];
  const toCancel = mayWrite ? runs.filter(({ status }) => !isFinished(status)) : [];
  const toReview = mayReview ? runs.filter(({ status }) => status !== 'CANCELED') : [];

  /** One after the other; what failed is shown once, after the others. */
  async function each(of: readonly TestRunView[], done: string, send: (run: TestRunView) => Promise<Answer>) {
    setBusy(true);
    const errors: unknown[] = [];
    for (const run of of) {
      const { error } = await send(run);
      if (error !== undefined) errors.push(error);
    }
    setBusy(false);
    const count = of.length - errors.length;
    if (count > 0) showDone(`${counted(count, 'run')} ${done}`);
    if (errors.length > 0) showFailure(errors[0]);
  }

  function askToRerun(): void {
    modals.openConfirmModal({
      title: `Rerun ${counted(toRerun.length, 'test run')}?`,
      children: 'Each starts again as a new run, with all of its tests.',
      labels: { confirm: `Rerun ${toRerun.length}`, cancel: 'Go back' },
      confirmProps: { variant: 'filled' },
      onConfirm: () =>
        void each(toRerun, 'started', ({ id }) => rerunTestRun({ params: { id }, body: { rerunTestRun: true } })),
    });
  }

  function askToCancel(): void {
    modals.openConfirmModal({
      title: `Cancel ${counted(toCancel.length, 'test run')}?`,
      children: 'Their running tests are stopped and the ones to come are not run. Results so far are kept.',
      labels: { confirm: `Cancel ${counted(toCancel.length, 'test run')}`, cancel: 'Go back' },
      confirmProps: { variant: 'filled', color: 'red' },
      onConfirm: () =>
        void each(toCancel, 'canceled', ({ id }) => changeStatus({ params: { id }, body: { status: 'CANCELED' } })),
    });
  }

  const assign = (assigneeUserId: UserId | null) =>
    each(toReview, 'assigned', (run) =>
      assignReviewer({ body: { ...nameOf(reviewedRun(run)), assigneeUserId }, ifMatch: run.reviewRevision }),
    );

  return (
    <>
      {toReview.length > 0 && (
        <PersonMenu
          userId={null}
          whenNone="Assign reviewer"
          label={`Reviewer of ${counted(toReview.length, 'run')}`}
          may
          busy={busy}
          onPick={(userId) => void assign(userId)}
        />
      )}
      {toRerun.length > 0 && (
        <Button leftSection={<IconRefresh size={14} stroke={1.75} />} loading={busy} onClick={askToRerun}>
          Rerun {toRerun.length}
        </Button>
      )}
      {toCancel.length > 0 && (
        <Button leftSection={<IconPlayerStop size={14} stroke={1.75} />} loading={busy} onClick={askToCancel}>
          Cancel {toCancel.length}
        </Button>
      )}
    </>
  );
}
