import { displayOfStatus, type FinishedStatus, type RerunRequest, retries, type TestRunView } from '@assay/contract';
import { modals } from '@mantine/modals';
import { useNavigate } from 'react-router';
import { serviceEndpoints } from '../../../connection/serviceEndpoints.ts';
import { useChangeTestRunStatusMutation, useRerunTestRunMutation } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { useAppDispatch } from '../../../connection/useAppDispatch.ts';
import { showFailure } from '../../../ui/showFailure.ts';

type Run = Pick<TestRunView, 'id' | 'number' | 'project'>;

/** Actions on a run: rerun, cancel, set its status. Failures are shown; destructive actions ask for confirmation. */
export function useRunActions() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const path = useAccountPath();
  const [changeStatus, { isLoading: changing }] = useChangeTestRunStatusMutation();
  const [rerunTestRun, { isLoading: rerunning }] = useRerunTestRunMutation();

  /** Polls the run once a second, up to 60 times, until it has the status; live updates are usually faster. */
  async function awaitStatus(id: string, status: FinishedStatus): Promise<void> {
    for (let attempt = 0; attempt < retries.statusChange.attempts; attempt += 1) {
      const { data } = await dispatch(
        serviceEndpoints.endpoints.getTestRun.initiate({ params: { id } }, { subscribe: false, forceRefetch: true }),
      );
      if (data?.status === status) return;
      await new Promise((resolve) => setTimeout(resolve, retries.statusChange.intervalSeconds * 1000));
    }
  }

  async function setStatus(run: Run, status: FinishedStatus): Promise<void> {
    const answer = await changeStatus({ params: { id: run.id }, body: { status } });
    if (answer.error) {
      showFailure(answer.error);
      return;
    }
    await awaitStatus(run.id, status);
  }

  function askToSet(run: Run, status: FinishedStatus): void {
    const cancels = status === 'CANCELED';
    modals.openConfirmModal({
      title: cancels
        ? `Cancel ${run.project.name} #${run.number}?`
        : `Set ${run.project.name} #${run.number} to ${displayOfStatus(status).toLowerCase()}?`,
      children: cancels
        ? 'Its running tests are stopped and the ones to come are not run. Results so far are kept.'
        : 'The status is set by hand; the history of the run says by whom. The results stay as they are.',
      labels: {
        confirm: cancels ? 'Cancel test run' : `Set to ${displayOfStatus(status).toLowerCase()}`,
        cancel: 'Go back',
      },
      confirmProps: cancels ? { variant: 'filled', color: 'red' } : { variant: 'filled' },
      onConfirm: () => void setStatus(run, status),
    });
  }

  return {
    busy: changing || rerunning,
    askToSet,
    askToCancel: (run: Run) => askToSet(run, 'CANCELED'),
    /** Starts the new run and opens it. */
    async rerun(run: Run, what: RerunRequest): Promise<void> {
      const answer = await rerunTestRun({ params: { id: run.id }, body: what });
      if (answer.data) await navigate(path(`test-runs/${answer.data.id}`));
      else showFailure(answer.error);
    },
  };
}
