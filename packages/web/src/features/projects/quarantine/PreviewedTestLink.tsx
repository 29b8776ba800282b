import { type TestId, type TestRunId, testKeyOf } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';

/** A test by its name, leading to its result in a run. */
export function PreviewedTestLink({ test, in: testRunId }: { test: { testId: TestId; name: string }; in: TestRunId }) {
  const path = useAccountPath();
  return (
    <Link className="link" to={path(`test-runs/${testRunId}/tests/${testKeyOf(test.testId)}`)}>
      {test.name}
    </Link>
  );
}
