import type { TestResultView } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { runnerName } from '../../../ui/runnerName.ts';

/** The runner that ran the test, which leads to the runners of the run. */
export function RunnerLink({ test: { testRunnerId, testRunId } }: { test: TestResultView }) {
  const path = useAccountPath();
  if (testRunnerId === null) return null;
  return (
    <Link className="link" to={path(`test-runs/${testRunId}/runners`)}>
      on {runnerName(testRunnerId)}
    </Link>
  );
}
