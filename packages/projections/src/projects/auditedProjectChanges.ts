import {
  type Audited,
  type AuditedChange,
  type AuditedEvents,
  fieldChanged,
  fieldsSet,
  settingChanged,
} from '../auditEntries/auditedChange.ts';

function project(id: string, ...changes: AuditedChange[]): Audited {
  return { subject: `project-${id}`, changes };
}

/** The user and password of the git URL, which is stored without them. */
function gitCredentials(stored: string | null): AuditedChange {
  return { field: 'gitCredentials', value: null, kind: stored === null ? 'plain' : 'encrypted' };
}

export const auditedProjectChanges: AuditedEvents = {
  ProjectCreated: ({ projectId, key, name, settings, gitCredentials: stored }) =>
    project(projectId, ...fieldsSet({ name, key, ...settings }), gitCredentials(stored)),
  ProjectRenamed: ({ projectId, name }) => project(projectId, fieldChanged('name', name)),
  ProjectSettingChanged: ({ projectId, gitCredentials: stored, ...change }) =>
    project(projectId, ...settingChanged(change), ...(change.setting === 'gitUrl' ? [gitCredentials(stored)] : [])),
  ProjectArchived: ({ projectId }) => project(projectId, fieldChanged('archived', true)),
};
