import type { ProjectId } from '@assay/contract';
import { projectView } from '../../../testSupport/views.ts';
import { formOfSuite, type SuiteForm, suiteFormSchema, suiteSettingsOf, withProject } from './suiteForm.ts';

const ofRepository = projectView({ defaultBranch: 'trunk' });
const ofBuilds = projectView({ id: 'p2' as ProjectId, hasBuildArtifacts: true });
const filled: SuiteForm = {
  ...formOfSuite(null),
  projectId: 'p1',
  testSuiteId: 's1',
  environmentId: 'e1',
  branch: 'main',
};

async function errorsOf(change: Partial<SuiteForm>): Promise<Record<string, string>> {
  const errors = await suiteFormSchema([ofRepository, ofBuilds])
    .validate({ ...filled, ...change }, { abortEarly: false })
    .then(
      () => [],
      (error: { inner: { path: string; message: string }[] }) => error.inner,
    );
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
}

describe('the form of a suite in a stage', () => {
  it('is refused in the exact words', async () => {
    expect(await errorsOf({})).toEqual({});
    expect(await errorsOf({ projectId: '', testSuiteId: '', environmentId: '', branch: '' })).toEqual({
      projectId: "Can't be blank",
      testSuiteId: "Can't be blank",
      environmentId: 'You must select an environment',
      branch: 'You must select a branch',
    });
    expect(await errorsOf({ projectId: 'p2', branch: '' })).toEqual({ buildId: 'You must select a build' });
    expect(await errorsOf({ projectId: 'p2', branch: '', latestDeploy: true })).toEqual({});
    expect(await errorsOf({ branch: '', latestDeploy: true })).toEqual({});
  });

  it('needs the text of a dynamic environment, which names only what there is', async () => {
    const dynamic = { useDynamicEnvironment: true, environmentId: '' };
    expect(await errorsOf({ ...dynamic, dynamicEnvironment: '' })).toEqual({
      dynamicEnvironment: 'You must select an environment',
    });
    expect(await errorsOf({ ...dynamic, dynamicEnvironment: 'review-{stage}' })).toEqual({
      dynamicEnvironment: 'Only {branch} and {build} stand for something',
    });
    expect(await errorsOf({ ...dynamic, dynamicEnvironment: 'review-{branch}' })).toEqual({});
  });

  it('takes the default branch of another project, and clears what belonged to the one before', () => {
    const before = { ...filled, commit: 'abc', buildId: 'b1' };
    expect(withProject(before, ofRepository)).toMatchObject({
      testSuiteId: '',
      buildId: '',
      commit: '',
      branch: 'trunk',
    });
    expect(withProject(before, ofBuilds)).toMatchObject({ projectId: 'p2', branch: '' });
  });

  it('sends only what its version and environment use', () => {
    const all = { ...filled, commit: ' abc ', dynamicEnvironment: 'x' };
    expect(suiteSettingsOf(all)).toMatchObject({ branch: 'main', commit: 'abc', dynamicEnvironment: null });
    expect(suiteSettingsOf({ ...all, buildId: 'b1' })).toMatchObject({ buildId: 'b1', branch: null, commit: null });
    expect(suiteSettingsOf({ ...all, latestDeploy: true, buildId: 'b1', useDynamicEnvironment: true })).toMatchObject({
      buildId: null,
      branch: null,
      commit: null,
      environmentId: null,
      dynamicEnvironment: 'x',
    });
  });
});
