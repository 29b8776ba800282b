import type { TestRunView } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { starterOf } from '../status/starterOf.ts';

/** Who or what started a run; a trigger or a run of a test plan can be looked at. */
export function Starter({ run }: { run: TestRunView }) {
  const path = useAccountPath();
  const { trigger, testPlanRun } = run;
  const name = starterOf(run);
  if (trigger) {
    return (
      <Link to={path(`triggers/${trigger.id}`)} className="link" title="Test trigger">
        {name}
      </Link>
    );
  }
  if (testPlanRun) {
    return (
      <Link
        to={path(`test-plans/${testPlanRun.testPlanId}/runs?run=${testPlanRun.id}`)}
        className="link"
        title="Test plan"
      >
        {name}
      </Link>
    );
  }
  return <>{name}</>;
}
