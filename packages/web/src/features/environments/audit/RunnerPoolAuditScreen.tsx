import { runnerPoolFields } from '@assay/contract';
import { useParams } from 'react-router';
import { useListRunnerPoolAuditsQuery, useListRunnerPoolsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { AuditTrail } from '../../../ui/auditTrail/AuditTrail.tsx';
import { auditedFieldsOf } from '../../../ui/auditTrail/auditedFields.ts';

/** Who changed what of a runner pool. */
export function RunnerPoolAuditScreen() {
  const { runnerPoolId: id = '' } = useParams();
  const path = useAccountPath();
  const query = useListRunnerPoolAuditsQuery({ params: { id } });
  const { data: pools = [] } = useListRunnerPoolsQuery();
  const pool = pools.find((other) => other.id === id);
  return (
    <AuditTrail
      thing={pool}
      noun="runner pool"
      query={query}
      back={
        pool
          ? { to: path(`environments/runner-pools/${id}`), label: `Runner Pools / ${pool.name}` }
          : { to: path('environments/runner-pools'), label: 'Runner Pools' }
      }
      fields={auditedFieldsOf(runnerPoolFields)}
      restore={null}
    />
  );
}
