import { isFinished, type StaffTestRunDetailView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useReadStaffRunnerLogQuery } from '../../../connection/serviceHooks.ts';
import { runnerName } from '../../../ui/runnerName.ts';
import { StaffLogView } from './StaffLogView.tsx';
import { StaffRunFrame } from './StaffRunFrame.tsx';

const refreshEveryMs = 5_000;

/** The log of one runner of a run, a part at a time. */
export function StaffRunnerLogScreen() {
  const { runnerId = '' } = useParams();
  return (
    <StaffRunFrame part={`Log of ${runnerName(runnerId)}`}>
      {(run) => <RunnerLog run={run} runnerId={runnerId} />}
    </StaffRunFrame>
  );
}

function RunnerLog({ run, runnerId }: { run: StaffTestRunDetailView; runnerId: string }) {
  const [offset, setOffset] = useState(0);
  const pollingInterval = isFinished(run.status) ? 0 : refreshEveryMs;
  const query = useReadStaffRunnerLogQuery(
    { params: { testRunId: run.id, id: runnerId }, query: { offset } },
    { pollingInterval, skipPollingIfUnfocused: true },
  );
  return (
    <StaffLogView
      label="Runner log"
      query={query}
      why="This runner has written nothing yet, or its log is not kept any longer."
      foot={({ nextOffset }) => (
        <>
          {offset > 0 && <Button onClick={() => setOffset(0)}>From the start</Button>}{' '}
          {nextOffset !== null && <Button onClick={() => setOffset(nextOffset)}>Next part</Button>}
        </>
      )}
    />
  );
}
