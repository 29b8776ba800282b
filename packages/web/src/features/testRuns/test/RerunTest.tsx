import { isFinished, type TestResultView, type TestRunView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useMayRun } from '../../../connection/currentUser.ts';
import { useMoment } from '../replay/moment.ts';
import { useRunActions } from '../status/useRunActions.tsx';

/** Reruns a single test; nothing where that is not possible. */
export function RerunTest({ test, run }: { test: TestResultView; run: TestRunView }) {
  const { rerun, busy } = useRunActions();
  const isNow = useMoment() === null;
  const may = useMayRun() && isNow && isFinished(run.status) && run.upload === null;
  if (!may) return null;
  return (
    <Button loading={busy} onClick={() => void rerun(run, { testIds: [test.testId] })}>
      Rerun
    </Button>
  );
}
