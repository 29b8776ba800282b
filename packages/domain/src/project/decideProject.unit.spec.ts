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
const created: ProjectEvent = {
  type: 'ProjectCreated',
  data: { projectId, key: 'shop', name: 'Shop', settings, gitCredentials: null },
};
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
    ['project.serverUrlMissing', { serverCommand: 'npm start' }],
    ['project.serverCommandMissing', { serverUrl: 'http://localhost:3000' }],
    ['project.argumentReserved', { frameworkArguments: ['--reporter=dot'], testingFramework: 'Playwright' }],
    ['project.dllMissing', { testingFramework: 'NUnit' }],
    ['project.dllInvalid', { testingFramework: 'NUnit', testArtifacts: ['Shop.Tests.exe'] }],
  ] as const)('is refused with %s for %j, on creation and on change', (code, wrong) => {
    const changed = wrong as Partial<ProjectSettings>;
    project().when(create(changed)).refuses(code);
    project(created).when({ type: 'changeProject', settings: changed }).refuses(code);
  });

  it('keeps user and password of its repository apart from the address, and knows both', () => {
    const [shown, gitUrl] = ['https://***@git.example.org/shop', 'https://ada:s3cret@git.example.org/shop'];
    const withPassword: ProjectEvent = {
      type: 'ProjectCreated',
      data: { ...created.data, settings: { ...settings, gitUrl: shown }, gitCredentials: 'ada:s3cret' },
    };
    const changeTo = (to: string | null) => ({ type: 'changeProject' as const, settings: { gitUrl: to } });
    const changed = { projectId, setting: 'gitUrl', from: shown };
    project().when(create({ gitUrl })).gives(withPassword);
    project(withPassword).when(changeTo(gitUrl)).gives();
    project(withPassword)
      .when(changeTo('https://ada:next@git.example.org/shop'))
      .gives({ type: 'ProjectSettingChanged', data: { ...changed, to: shown, gitCredentials: 'ada:next' } });
    project(withPassword)
      .when(changeTo('https://git.example.org/shop'))
      .gives({
        type: 'ProjectSettingChanged',
        data: { ...changed, to: 'https://git.example.org/shop', gitCredentials: null },
      });
    project(created, { type: 'ProjectSettingChanged', data: { ...changed, to: shown, gitCredentials: 'ada:s3cret' } })
      .when(changeTo(gitUrl))
      .gives();
  });

  it('that was recorded with the password in its address still has it', () => {
    const gitUrl = 'https://ada:s3cret@git.example.org/shop';
    const earlier: ProjectEvent = { ...created, data: { ...created.data, settings: { ...settings, gitUrl } } };
    project(earlier).when({ type: 'changeProject', settings: { gitUrl } }).gives();
  });

  it('that is older than a setting gets its default', () => {
    const { testPackages: _later, ...earlier } = settings;
    const before: ProjectEvent = { ...created, data: { ...created.data, settings: earlier } };
    project(before)
      .when({ type: 'changeProject', settings: { testPackages: ['com.acme'] } })
      .gives({
        type: 'ProjectSettingChanged',
        data: { projectId, setting: 'testPackages', from: [], to: ['com.acme'], gitCredentials: null },
      });
  });

  it('may use another framework once it gives its name, command and result files', () => {
    project()
      .when(create({ testingFramework: 'Other', ...other }))
      .givesTypes('ProjectCreated');
  });

  it('records each changed setting with its old value, and only those that changed', () => {
    project(created)
      .when({
        type: 'changeProject',
        name: 'Web shop',
        settings: { defaultBranch: 'main', recordVideo: settings.recordVideo, resultFiles: [] },
      })
      .gives(
        { type: 'ProjectRenamed', data: { projectId, from: 'Shop', name: 'Web shop' } },
        {
          type: 'ProjectSettingChanged',
          data: { projectId, setting: 'defaultBranch', from: 'master', to: 'main', gitCredentials: null },
        },
      );
  });

  it('records nothing when nothing changed', () => {
    project(created).when({ type: 'changeProject', name: 'Shop', settings }).gives();
  });

  it('ignores a setting whose value is undefined', () => {
    project(created)
      .when({ type: 'changeProject', settings: { defaultBranch: undefined, workingDirectory: 'web' } })
      .gives({
        type: 'ProjectSettingChanged',
        data: { projectId, setting: 'workingDirectory', from: null, to: 'web', gitCredentials: null },
      });
  });

  it('is decided by its current settings', () => {
    const changed: ProjectEvent = {
      type: 'ProjectSettingChanged',
      data: { projectId, setting: 'defaultBranch', from: 'master', to: 'main', gitCredentials: null },
    };
    project(created, changed)
      .when({ type: 'changeProject', settings: { defaultBranch: 'main' } })
      .gives();
  });

  it('is not found before it is created, nor once it is archived', () => {
    project(created, archived).when({ type: 'changeProject', settings: {} }).refuses('project.notFound');
    project().when({ type: 'archiveProject' }).refuses('project.notFound');
    project(created).when({ type: 'archiveProject' }).gives(archived);
  });
});
