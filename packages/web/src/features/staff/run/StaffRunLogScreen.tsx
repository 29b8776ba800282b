import { isFinished, type StaffTestRunDetailView } from '@assay/contract';
import { useReadStaffRunLogQuery } from '../../../connection/serviceHooks.ts';
import { StaffLogView } from './StaffLogView.tsx';
import { StaffRunFrame } from './StaffRunFrame.tsx';

const refreshEveryMs = 5_000;

/** What happened to a run and its runners, with the heads of its logs of the set-up and of the test list. */
export function StaffRunLogScreen() {
  return <StaffRunFrame part="Logs">{(run) => <RunLog run={run} />}</StaffRunFrame>;
}

function RunLog({ run }: { run: StaffTestRunDetailView }) {
  const pollingInterval = isFinished(run.status) ? 0 : refreshEveryMs;
  const query = useReadStaffRunLogQuery({ params: { id: run.id } }, { pollingInterval, skipPollingIfUnfocused: true });
  return <StaffLogView label="Run log" query={query} why="Nothing has happened to this run yet." />;
}
