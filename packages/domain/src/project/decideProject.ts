import {
  asksForVersion,
  defaultProjectSettings,
  hasOwnCommand,
  isDllName,
  isPackageName,
  type ProjectId,
  type ProjectSettings,
} from '@assay/contract';
import type { ProjectEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type ProjectState =
  | { status: 'none' }
  | { status: 'active'; projectId: ProjectId; key: string; name: string; settings: ProjectSettings }
  | { status: 'archived'; projectId: ProjectId; key: string; name: string };

export type ProjectCommand =
  | { type: 'createProject'; projectId: ProjectId; key: string; name: string; settings: ProjectSettings }
  | { type: 'changeProject'; name?: string; settings: Partial<ProjectSettings> }
  | { type: 'archiveProject' };

/** Checks the settings that a framework requires, beyond what the request's schema checks. */
function checkSettings(settings: ProjectSettings): void {
  if (settings.defaultBranch.trim() === '') throw new DomainError('project.defaultBranchMissing');
  const { testingFramework: framework, testArtifacts, testPackages } = settings;
  if (framework === 'Other' && !settings.otherFramework?.trim()) throw new DomainError('project.frameworkNameMissing');
  if (asksForVersion(framework) && !settings.testingFrameworkVersion?.trim()) {
    throw new DomainError('project.frameworkVersionMissing');
  }
  if (hasOwnCommand(framework)) {
    if (!settings.testCommand?.trim()) throw new DomainError('project.testCommandMissing');
    if (settings.resultFiles.length === 0) throw new DomainError('project.resultFilesMissing');
  }
  if (framework === 'NUnit') {
    if (testArtifacts.length === 0) throw new DomainError('project.dllMissing');
    if (!testArtifacts.every(isDllName)) throw new DomainError('project.dllInvalid');
  }
  if (framework === 'TestNG') {
    if (testPackages.length === 0) throw new DomainError('project.packageMissing');
    if (!testPackages.every(isPackageName)) throw new DomainError('project.packageInvalid');
  }
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
        from: before[name],
        to: wanted[name],
      },
    }));
}

export const projectDecider: Decider<ProjectState, ProjectCommand, ProjectEvent> = {
  category: 'project',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'createProject') {
      if (state.status !== 'none') throw new DomainError('project.exists');
      checkSettings(command.settings);
      const { projectId, key, name, settings } = command;
      return [{ type: 'ProjectCreated', data: { projectId, key, name, settings } }];
    }
    if (state.status !== 'active') throw new DomainError('project.notFound');
    const { projectId } = state;
    switch (command.type) {
      case 'changeProject': {
        const named = Object.entries(command.settings).filter(([, value]) => value !== undefined);
        checkSettings({ ...state.settings, ...Object.fromEntries(named) });
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
      // Projects created before a setting existed get its default.
      return { status: 'active', ...event.data, settings: { ...defaultProjectSettings, ...event.data.settings } };
    }
    if (state.status === 'none') return state;
    const { projectId, key, name } = state;
    if (event.type === 'ProjectArchived') return { status: 'archived', projectId, key, name };
    if (state.status !== 'active') return state;
    if (event.type === 'ProjectRenamed') return { ...state, name: event.data.name };
    return { ...state, settings: { ...state.settings, [event.data.setting]: event.data.to } };
  },
};
