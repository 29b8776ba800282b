import { defaultProjectSettings, type ProjectId, type ProjectSettings } from '@assay/contract';
import type { ProjectEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { projectDecider } from './decideProject.ts';

const projectId = 'shop' as ProjectId;
const settings: ProjectSettings = {
  ...defaultProjectSettings,
  gitUrl: 'https://git.example.org/shop',
  testingFramework: 'Playwright',
};
const other = { otherFramework: 'Vitest', testCommand: 'npx vitest', resultFiles: ['junit.xml'] };
const created: ProjectEvent = { type: 'ProjectCreated', data: { projectId, key: 'shop', name: 'Shop', settings } };
const archived: ProjectEvent = { type: 'ProjectArchived', data: { projectId } };
const project = (...events: ProjectEvent[]) => given(projectDecider, ...events);
const create = (changed: Partial<ProjectSettings> = {}) => ({
  type: 'createProject' as const,
  projectId,
  key: 'shop',
  name: 'Shop',
  settings: { ...settings, ...changed },
});

describe('a project', () => {
  it('is created once', () => {
    project().when(create()).gives(created);
    project(created).when(create()).refuses('project.exists');
    project(created, archived).when(create()).refuses('project.exists');
  });

  it.each([
    ['project.defaultBranchMissing', { defaultBranch: ' ' }],
    ['project.frameworkNameMissing', { testingFramework: 'Other', ...other, otherFramework: ' ' }],
    ['project.testCommandMissing', { testingFramework: 'Other', ...other, testCommand: null }],
    ['project.resultFilesMissing', { testingFramework: 'Other', ...other, resultFiles: [] }],
    ['project.testCommandMissing', { testingFramework: 'Ingenious', resultFiles: ['junit.xml'] }],
    ['project.packageMissing', { testingFramework: 'TestNG' }],
    ['project.packageInvalid', { testingFramework: 'TestNG', testPackages: ['com.acme', 'com.acme.'] }],
    ['project.frameworkVersionMissing', { testingFramework: 'Cypress' }],
    ['project.dllMissing', { testingFramework: 'NUnit' }],
    ['project.dllInvalid', { testingFramework: 'NUnit', testArtifacts: ['Shop.Tests.exe'] }],
  ] as const)('is refused with %s for %j, when it is made and when it is changed', (code, wrong) => {
    const changed = wrong as Partial<ProjectSettings>;
    project().when(create(changed)).refuses(code);
    project(created).when({ type: 'changeProject', settings: changed }).refuses(code);
  });

  it('that is older than a setting has its default', () => {
    const { testPackages: _later, ...earlier } = settings;
    const before: ProjectEvent = { ...created, data: { ...created.data, settings: earlier } };
    project(before)
      .when({ type: 'changeProject', settings: { testPackages: ['com.acme'] } })
      .gives({
        type: 'ProjectSettingChanged',
        data: { projectId, setting: 'testPackages', from: [], to: ['com.acme'] },
      });
  });

  it('may be of another framework once it says which, how and where the results are', () => {
    project()
      .when(create({ testingFramework: 'Other', ...other }))
      .givesTypes('ProjectCreated');
  });

  it('tells each changed setting by itself, with what it was, and only those that changed', () => {
    project(created)
      .when({
        type: 'changeProject',
        name: 'Web shop',
        settings: { defaultBranch: 'main', recordVideo: settings.recordVideo, resultFiles: [] },
      })
      .gives(
        { type: 'ProjectRenamed', data: { projectId, from: 'Shop', name: 'Web shop' } },
        { type: 'ProjectSettingChanged', data: { projectId, setting: 'defaultBranch', from: 'master', to: 'main' } },
      );
  });

  it('does nothing where nothing changed', () => {
    project(created).when({ type: 'changeProject', name: 'Shop', settings }).gives();
  });

  it('takes a setting that is named without a value for one that is not named', () => {
    project(created)
      .when({ type: 'changeProject', settings: { defaultBranch: undefined, workingDirectory: 'web' } })
      .gives({
        type: 'ProjectSettingChanged',
        data: { projectId, setting: 'workingDirectory', from: null, to: 'web' },
      });
  });

  it('is decided by its settings as they are now', () => {
    const changed: ProjectEvent = {
      type: 'ProjectSettingChanged',
      data: { projectId, setting: 'defaultBranch', from: 'master', to: 'main' },
    };
    project(created, changed)
      .when({ type: 'changeProject', settings: { defaultBranch: 'main' } })
      .gives();
  });

  it('is not found once it is archived, nor before it is there', () => {
    project(created, archived).when({ type: 'changeProject', settings: {} }).refuses('project.notFound');
    project().when({ type: 'archiveProject' }).refuses('project.notFound');
    project(created).when({ type: 'archiveProject' }).gives(archived);
  });
});
