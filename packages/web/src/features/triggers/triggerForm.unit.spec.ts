import { anyProject } from '@assay/contract';
import { validateYupSchema } from 'formik';
import { projectView } from '../../testSupport/views.ts';
import {
  deployedOf,
  formOfTrigger,
  type TriggerForm,
  triggerFormSchema,
  triggerRequestOf,
  withBranch,
  withEnvironment,
  withLatestDeploy,
  withProject,
  withSuite,
  withType,
  withWhat,
} from './triggerForm.ts';

const project = projectView({ defaultBranch: 'main', defaultMaxRunners: 20, retryFailedTests: true });
const filled: TriggerForm = {
  ...formOfTrigger(null),
  name: 'Nightly',
  projectId: 'p9',
  environmentId: 'e1',
  branch: 'old',
  commit: 'abc',
  buildId: 'b1',
  cron: '30 2 * * *',
  timeZone: 'Europe/Berlin',
  includeTags: ['@a'],
  testFilters: ['x'],
};

async function errorsOf(change: Partial<TriggerForm>): Promise<Record<string, string>> {
  const schema = triggerFormSchema(12, () => new Date('2026-11-23T12:00:00Z'));
  // As the form asks: what is empty is left out.
  const errors = await validateYupSchema({ ...filled, ...change }, schema).then(
    () => [],
    (error: { inner: { path: string; message: string }[] }) => error.inner,
  );
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
}

describe('the form of a trigger', () => {
  it('clears the schedule when its type changes, and takes deploys of the current project', () => {
    expect(withType(filled, 'deploy')).toMatchObject({ cron: '', timeZone: '', deployedProjectIds: ['p9'] });
    expect(withType(withType(filled, 'deploy'), 'now')).toMatchObject({ deployedProjectIds: [] });
  });

  it('starts a test plan at times or after deploys, and keeps none where it starts tests', async () => {
    const ofPlan = withWhat({ ...filled, testPlanId: 'plan1' }, 'testPlan');
    expect(ofPlan).toMatchObject({ type: 'testPlanInterval', testPlanId: 'plan1' });
    expect(withType({ ...ofPlan, testPlanId: 'plan1' }, 'testPlanDeploy')).toMatchObject({ testPlanId: 'plan1' });
    expect(withWhat({ ...ofPlan, testPlanId: 'plan1' }, 'tests')).toMatchObject({ type: 'interval', testPlanId: '' });
    expect(withWhat(withType(filled, 'deploy'), 'testPlan')).toMatchObject({ type: 'testPlanDeploy' });
    const blank = { projectId: '', environmentId: '', testOptionsType: 'suite' as const };
    expect(await errorsOf({ ...blank, type: 'testPlanInterval' })).toEqual({
      testPlanId: 'You must select a Test Plan',
    });
    expect(triggerRequestOf({ ...ofPlan, testPlanId: 'plan1' }, null)).toMatchObject({ testPlanId: 'plan1' });
  });

  it('takes the defaults of another project, and clears what belonged to the one before', () => {
    expect(withProject(filled, project, 12)).toMatchObject({
      projectId: 'p1',
      branch: 'main',
      commit: '',
      buildId: '',
      includeTags: [],
      testFilters: [],
      maxRunners: 12,
      retryFailedTests: true,
    });
  });

  it('takes the priority of the stage of another environment, and its latest deploy', () => {
    expect(withEnvironment(filled, 'e2', { priority: 4, hasDeploy: true })).toMatchObject({
      environmentId: 'e2',
      priority: 4,
      latestDeploy: true,
      commit: '',
    });
  });

  it('clears the commit with the branch and with the latest deploy, and the runners with a suite', () => {
    expect(withBranch(filled, 'main')).toMatchObject({ branch: 'main', commit: '' });
    expect(withLatestDeploy(filled, true)).toMatchObject({ latestDeploy: true, commit: '' });
    expect(withSuite({ ...filled, maxRunners: 4 }, 's1')).toMatchObject({ testSuiteId: 's1', maxRunners: '' });
  });

  it('has any project stand for each of them', () => {
    expect(deployedOf(['p1', anyProject], ['p1'])).toEqual([anyProject]);
    expect(deployedOf([anyProject, 'p1'], [anyProject])).toEqual(['p1']);
  });

  it('is refused in the exact words', async () => {
    expect(await errorsOf({})).toEqual({});
    expect(await errorsOf({ name: '', projectId: '', environmentId: '', cron: 'tomorrow' })).toEqual({
      name: 'You must specify a name',
      projectId: "Can't be blank",
      environmentId: 'You must select an environment',
      cron: 'Valid Cron expression required',
    });
    expect(await errorsOf({ type: 'deploy', testOptionsType: 'suite', priority: 11, maxRunners: 13 })).toEqual({
      deployedProjectIds: 'You must select at least one project',
      testSuiteId: 'You must select a Test Suite',
      priority: 'Must be between 1 and 10',
      maxRunners: 'Must be between 1 and 12',
    });
    expect(await errorsOf({ type: 'now', name: '', cron: '' })).toEqual({});
    expect(await errorsOf({ testOptionsType: 'suite', testSuiteId: 's1', maxRunners: '', priority: '' })).toEqual({});
  });

  it('is sent trimmed, with what is left open as null', () => {
    expect(triggerRequestOf({ ...filled, name: ' Nightly ', commit: ' ', timeZone: '' }, null)).toMatchObject({
      name: 'Nightly',
      commit: null,
      timeZone: null,
      maxRunners: null,
    });
  });
});
