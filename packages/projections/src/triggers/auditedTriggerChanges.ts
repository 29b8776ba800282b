import {
  type Audited,
  type AuditedChange,
  type AuditedEvents,
  fieldChanged,
  fieldsSet,
  settingChanged,
} from '../auditEntries/auditedChange.ts';

function trigger(id: string, ...changes: AuditedChange[]): Audited {
  return { subject: `trigger-${id}`, changes };
}

export const auditedTriggerChanges: AuditedEvents = {
  TriggerCreated: ({ triggerId, name, settings }) =>
    trigger(triggerId, ...fieldsSet({ name, enabled: true, ...settings })),
  TriggerRenamed: ({ triggerId, name }) => trigger(triggerId, fieldChanged('name', name)),
  TriggerSettingChanged: ({ triggerId, ...change }) => trigger(triggerId, ...settingChanged(change)),
  TriggerEnabled: ({ triggerId }) => trigger(triggerId, fieldChanged('enabled', true)),
  TriggerDisabled: ({ triggerId }) => trigger(triggerId, fieldChanged('enabled', false)),
  TriggerArchived: ({ triggerId }) => trigger(triggerId, fieldChanged('archived', true)),
};
