import { useParams } from 'react-router';
import { useListTriggerAuditsQuery, useListTriggersQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { AuditTrail } from '../../../ui/auditTrail/AuditTrail.tsx';
import { useTriggerFields } from './useTriggerFields.ts';

/** Who changed what of a trigger, and turned it on or off. */
export function TriggerAuditScreen() {
  const { triggerId: id = '' } = useParams();
  const path = useAccountPath();
  const query = useListTriggerAuditsQuery({ params: { id } });
  const { data: triggers = [] } = useListTriggersQuery();
  const trigger = triggers.find((other) => other.id === id);
  return (
    <AuditTrail
      thing={trigger}
      noun="trigger"
      query={query}
      back={
        trigger
          ? { to: path(`triggers/${id}`), label: `Test Triggers / ${trigger.name}` }
          : { to: path('triggers'), label: 'Test Triggers' }
      }
      fields={useTriggerFields()}
      restore={null}
    />
  );
}
