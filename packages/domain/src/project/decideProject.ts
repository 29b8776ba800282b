import {
  asksForVersion,
  defaultProjectSettings,
  gitCredentialsOf,
  hasOwnCommand,
  isDllName,
  isPackageName,
  type ProjectId,
  type ProjectSettings,
  reservedArgument,
  withGitCredentials,
  withoutGitCredentials,
} from '@assay/contract';
import type { ProjectEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError, type DomainErrorCode, refuse } from '../domainError.ts';

export type ProjectState =
  | { status: 'none' }
  | { status: 'active'; projectId: ProjectId; key: string; name: string; settings: ProjectSettings }
  | { status: 'archived'; projectId: ProjectId; key: string; name: string };

export type ProjectCommand =
  | { type: 'createProject'; projectId: ProjectId; key: string; name: string; settings: ProjectSettings }
  | { type: 'changeProject'; name?: string; settings: Partial<ProjectSettings> }
  | { type: 'archiveProject' };

/** @returns what the settings lack that their framework requires, beyond what the request's schema checks. */
function missingSettings(settings: ProjectSettings): DomainErrorCode[] {
  const { testingFramework: framework, testArtifacts, testPackages } = settings;
  const missing: DomainErrorCode[] = [];
  if (settings.defaultBranch.trim() === '') missing.push('project.defaultBranchMissing');
  if (framework === 'Other' && !settings.otherFramework?.trim()) missing.push('project.frameworkNameMissing');
  if (asksForVersion(framework) && !settings.testingFrameworkVersion?.trim()) {
    missing.push('project.frameworkVersionMissing');
  }
  if (hasOwnCommand(framework)) {
    if (!settings.testCommand?.trim()) missing.push('project.testCommandMissing');
    if (settings.resultFiles.length === 0) missing.push('project.resultFilesMissing');
  }
  if (settings.serverCommand?.trim() && !settings.serverUrl) missing.push('project.serverUrlMissing');
  if (settings.serverUrl && !settings.serverCommand?.trim()) missing.push('project.serverCommandMissing');
  if (reservedArgument(settings) !== null) missing.push('project.argumentReserved');
  if (framework === 'NUnit') {
    if (testArtifacts.length === 0) missing.push('project.dllMissing');
    if (!testArtifacts.every(isDllName)) missing.push('project.dllInvalid');
  }
  if (framework === 'TestNG') {
    if (testPackages.length === 0) missing.push('project.packageMissing');
    if (!testPackages.every(isPackageName)) missing.push('project.packageInvalid');
  }
  return missing;
}

/** User and password of a git URL are secrets of the account, and are recorded as secrets alongside the address. */
function secretOf(gitUrl: string | null | undefined): { gitCredentials: string | null } {
  return { gitCredentials: gitUrl ? gitCredentialsOf(gitUrl) : null };
}

function withoutSecret<Settings extends Partial<ProjectSettings>>(settings: Settings): Settings {
  return settings.gitUrl ? { ...settings, gitUrl: withoutGitCredentials(settings.gitUrl) } : settings;
}

function changedSettings(
  projectId: ProjectId,
  before: ProjectSettings,
  wanted: Partial<ProjectSettings>,
): ProjectEvent[] {
  const names = Object.keys(wanted) as (keyof ProjectSettings)[];
  return names
    .filter((name) => wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(before[name]))
    .map((name) => ({
      type: 'ProjectSettingChanged',
      data: {
        projectId,
        setting: name,
        from: withoutSecret(before)[name],
        to: withoutSecret(wanted)[name],
        ...secretOf(name === 'gitUrl' ? wanted.gitUrl : null),
      },
    }));
}

export const projectDecider: Decider<ProjectState, ProjectCommand, ProjectEvent> = {
  category: 'project',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'createProject') {
      if (state.status !== 'none') throw new DomainError('project.exists');
      refuse(missingSettings(command.settings));
      const { projectId, key, name, settings } = command;
      const secret = secretOf(settings.gitUrl);
      return [{ type: 'ProjectCreated', data: { projectId, key, name, settings: withoutSecret(settings), ...secret } }];
    }
    if (state.status !== 'active') throw new DomainError('project.notFound');
    const { projectId } = state;
    switch (command.type) {
      case 'changeProject': {
        const named = Object.entries(command.settings).filter(([, value]) => value !== undefined);
        refuse(missingSettings({ ...state.settings, ...Object.fromEntries(named) }));
        const renamed: ProjectEvent[] =
          command.name !== undefined && command.name !== state.name
            ? [{ type: 'ProjectRenamed', data: { projectId, from: state.name, name: command.name } }]
            : [];
        return [...renamed, ...changedSettings(projectId, state.settings, command.settings)];
      }
      case 'archiveProject':
        return [{ type: 'ProjectArchived', data: { projectId } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'ProjectCreated') {
      const { projectId, key, name, settings, gitCredentials } = event.data;
      const gitUrl =
        settings.gitUrl && gitCredentials ? withGitCredentials(settings.gitUrl, gitCredentials) : settings.gitUrl;
      // Projects created before a setting existed get its default.
      return { status: 'active', projectId, key, name, settings: { ...defaultProjectSettings, ...settings, gitUrl } };
    }
    if (state.status === 'none') return state;
    const { projectId, key, name } = state;
    if (event.type === 'ProjectArchived') return { status: 'archived', projectId, key, name };
    if (state.status !== 'active') return state;
    if (event.type === 'ProjectRenamed') return { ...state, name: event.data.name };
    const { setting, to, gitCredentials } = event.data;
    const value = gitCredentials && typeof to === 'string' ? withGitCredentials(to, gitCredentials) : to;
    return { ...state, settings: { ...state.settings, [setting]: value } };
  },
};
