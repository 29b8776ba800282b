import { useParams } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import {
  useListEnvironmentAuditsQuery,
  useListEnvironmentsQuery,
  useRestoreEnvironmentMutation,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { AuditTrail } from '../../../ui/auditTrail/AuditTrail.tsx';
import { useEnvironmentFields } from './auditedFields.ts';

/** Who changed what of an environment. */
export function EnvironmentAuditScreen() {
  const { environmentId: id = '' } = useParams();
  const path = useAccountPath();
  const query = useListEnvironmentAuditsQuery({ params: { id } });
  const { data: environments = [] } = useListEnvironmentsQuery();
  const environment = environments.find((other) => other.id === id);
  const [restore] = useRestoreEnvironmentMutation();
  return (
    <AuditTrail
      thing={environment}
      noun="environment"
      query={query}
      back={
        environment
          ? { to: path(`environments/${id}`), label: `Environments / ${environment.name}` }
          : { to: path('environments'), label: 'Environments' }
      }
      fields={useEnvironmentFields()}
      restore={
        useMay('environment.write')
          ? (body) => restore({ params: { id }, body, ifMatch: environment?.revision ?? '' })
          : null
      }
    />
  );
}
