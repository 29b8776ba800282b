import { projectView, testSuiteView } from '../../../testSupport/views.ts';
import { emptyRunForm, requestOfForm, runFormSchema, withBranch, withProject, withSuite } from './runForm.ts';

const project = projectView({ defaultBranch: 'main', defaultMaxRunners: 20, retryFailedTests: true });

describe('choosing a project', () => {
  const before = { ...emptyRunForm, branch: 'old', ref: 'abc', buildId: 'b1', includeTags: ['@a'], testFilters: ['x'] };
  const after = withProject(before, project, 12);

  it('resets the branch and clears commit, tags and filters', () => {
    expect(after).toMatchObject({ branch: 'main', ref: '', buildId: '', includeTags: [], testFilters: [] });
  });

  it("takes the project's defaults, within the account's maximum", () => {
    expect(after).toMatchObject({ project: 'checkout', runners: 12, retryFailedTests: true });
  });
});

describe('choosing a suite', () => {
  const suite = testSuiteView({ maxRunners: 3, priority: 7, parallelizeByFile: false });
  const chosen = withSuite(withProject(emptyRunForm, project, 12), suite, project, 12);

  it('fills in its settings, and choosing none those of the project', () => {
    expect(chosen).toMatchObject({
      testSuiteId: 's1',
      runners: 3,
      priority: 7,
      testTimeoutSeconds: 60,
      timeoutMinutes: 10,
      parallelizeByFile: false,
      retryFailedTests: false,
    });
    expect(withSuite(chosen, undefined, project, 12)).toMatchObject({
      testSuiteId: '',
      runners: 12,
      priority: emptyRunForm.priority,
      testTimeoutSeconds: 900,
      retryFailedTests: true,
    });
  });

  it('is asked for in its own words', async () => {
    const form = { ...withProject(emptyRunForm, project, 12), environment: 'staging', tests: 'suite' };
    await expect(runFormSchema(12).validate(form)).rejects.toThrow('You must select a Test Suite');
  });
});

describe('changing the branch', () => {
  it('clears the commit', () => {
    expect(withBranch({ ...emptyRunForm, ref: 'abc' }, 'main')).toMatchObject({ branch: 'main', ref: '' });
  });
});

describe('the request', () => {
  const form = {
    ...emptyRunForm,
    project: 'checkout',
    environment: 'staging',
    includeTags: ['@a'],
    testFilters: ['x'],
  };

  it('holds only what the chosen way of picking tests uses', () => {
    expect(requestOfForm({ ...form, tests: 'all' }, project)).toMatchObject({ includeTags: [], testFilters: [] });
    expect(requestOfForm({ ...form, tests: 'tags' }, project)).toMatchObject({ includeTags: ['@a'], testFilters: [] });
    expect(requestOfForm({ ...form, tests: 'filters' }, project)).toMatchObject({
      includeTags: [],
      testFilters: ['x'],
    });
  });

  it('is trimmed, with an empty commit as null and an empty branch left to the service', () => {
    const request = requestOfForm({ ...form, branch: '  ', ref: ' ' }, project);
    expect(request.branch).toBeUndefined();
    expect(request.ref).toBeNull();
  });

  it('leaves branch and commit to the build if one is chosen', () => {
    const request = requestOfForm({ ...form, source: 'build', buildId: 'b1', branch: 'main', ref: 'abc' }, project);
    expect(request).toMatchObject({ buildId: 'b1' });
    expect(request).not.toHaveProperty('branch');
    expect(request).not.toHaveProperty('ref');
  });

  it('leaves the version to the latest deploy, and the tests to the suite', () => {
    const request = requestOfForm(
      { ...form, source: 'deploy', branch: 'main', tests: 'suite', testSuiteId: 's1' },
      project,
    );
    expect(request).toMatchObject({ latestDeploy: true, testSuiteId: 's1' });
    for (const field of ['branch', 'ref', 'buildId', 'includeTags', 'excludedTags', 'testFilters']) {
      expect(request).not.toHaveProperty(field);
    }
  });

  it('names a Playwright project only for Playwright', () => {
    const named = { ...form, playwrightProject: ' webkit ' };
    expect(requestOfForm(named, project).playwrightProject).toBe('webkit');
    expect(requestOfForm(named, { testingFramework: 'Other' }).playwrightProject).toBeNull();
  });
});
