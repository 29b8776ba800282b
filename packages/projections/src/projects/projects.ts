import {
  type AccountId,
  defaultProjectSettings,
  type ProjectId,
  type ProjectSettings,
  type TestRunId,
  topics,
  withoutGitCredentials,
} from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';
import { type FrameworkSince, withFramework } from './frameworks.ts';

export type ProjectDocument = ReadModelDocument & {
  accountId: AccountId;
  projectId: ProjectId;
  key: string;
  name: string;
  archived: boolean;
  settings: ProjectSettings;
  /** The frameworks that it has had, oldest first: a run is of the one that there was when it was created. */
  frameworks: FrameworkSince[];
  createdAt: string;
  lastTestRunId: TestRunId | null;
  deployCount: number;
  /** Of the project's own stream. */
  revision: number;
};

/** Events from before credentials in URLs were kept as secrets have them in the clear. */
function withoutSecrets(settings: ProjectSettings): ProjectSettings {
  return settings.gitUrl ? { ...settings, gitUrl: withoutGitCredentials(settings.gitUrl) } : settings;
}

export const projects: Projection<ProjectDocument> = {
  name: 'projects',
  version: 7,
  indexes: [
    { accountId: 1, archived: 1, name: 1 },
    { accountId: 1, key: 1 },
  ],
  idsOf: (event) => {
    switch (event.type) {
      case 'ProjectCreated':
      case 'ProjectRenamed':
      case 'ProjectSettingChanged':
      case 'ProjectArchived':
      case 'TestRunCreated':
      case 'DeployCreated':
        return [event.data.projectId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    if (event.type === 'ProjectCreated') {
      const { projectId, key, name, settings } = event.data;
      const { occurredAt: createdAt } = event.envelope;
      const accountId = accountOf(event);
      const known = withoutSecrets({ ...defaultProjectSettings, ...settings });
      return {
        accountId,
        projectId,
        key,
        name,
        archived: false,
        settings: known,
        frameworks: withFramework([], known, createdAt),
        createdAt,
        lastTestRunId: null,
        deployCount: 0,
        revision: event.revision,
      };
    }
    if (document === null) return null;
    const { revision } = event;
    switch (event.type) {
      case 'ProjectRenamed':
        return { ...document, name: event.data.name, revision };
      case 'ProjectSettingChanged': {
        const settings = withoutSecrets({ ...document.settings, [event.data.setting]: event.data.to });
        const frameworks = withFramework(document.frameworks, settings, event.envelope.occurredAt);
        return { ...document, settings, frameworks, revision };
      }
      case 'ProjectArchived':
        return { ...document, archived: true, revision };
      case 'TestRunCreated':
        return { ...document, lastTestRunId: event.data.testRunId };
      case 'DeployCreated':
        return { ...document, deployCount: document.deployCount + 1 };
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, projectId }) => [{ accountId, topic: topics.projects, id: projectId }],
};
