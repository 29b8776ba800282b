import type { ErrorBody, TestPlanRunView, TriggerView } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { isOver, type PlanCycle, startPlanCycle, statusesOf, suitesOf } from './planCycle.ts';
import { uploadForm } from './uploadForm.ts';

/** Of tier 4. */
const limit = 'The limit is 2500 hours.';
const used = `Your organization has used the testing time of its plan for this month (UTC). ${limit}`;
const expected = `Runs in progress are expected to use the rest of the testing time of your plan for this month (UTC). ${limit}`;

describe('the testing time of a plan', () => {
  let api: ApiUnderTest;
  let ids: PlanCycle['ids'];
  let { post, newPlan, newStage, newSuite, until, runNext, cycle } = {} as PlanCycle;
  let staff: Person;
  beforeEach(async () => {
    ({ api, ids, post, newPlan, newStage, newSuite, until, runNext, cycle } = await startPlanCycle());
    staff = await api.newAccount('provider');
    await grantStaff(api, staff);
    await toTier(4);
  });
  afterEach(() => api.stop());

  const toTier = async (tier: number | null) => {
    await api.done('PUT', `/employee/accounts/${api.admin.accountId}/plan`, { as: staff, body: { tier } });
    await api.caughtUp();
  };
  /** A run of tests that took 25 hours each. The plan does not include uploads. */
  const upload = async (hours: number) => {
    const cases = Array.from(
      { length: hours / 25 },
      (_, index) => `<testcase classname="C" file="c.js" name="t${index}" time="90000"/>`,
    );
    const { projectId, environmentId } = ids;
    const content = `<testsuite name="s">${cases.join('')}</testsuite>`;
    await toTier(null);
    const answer = await uploadForm(api, { projectId, environmentId }, [{ name: 'r.xml', content }]);
    expect(answer).toMatchObject({ status: 201 });
    await toTier(4);
  };
  const start = () =>
    api.call<ErrorBody & { id: string }>('POST', '/test-runs', { body: { project: 'shop', environment: 'test' } });
  const runs = async () => {
    await api.caughtUp();
    return (await api.call<{ total: number }>('GET', '/test-runs?limit=1')).body.total;
  };
  const trigger = async (id: string) => {
    await api.caughtUp();
    return (await api.call<TriggerView>('GET', `/triggers/${id}`)).body;
  };
  const onDeploy = (name = 'After each deploy') =>
    post('/triggers', {
      name,
      type: 'deploy',
      settleSeconds: 0,
      overlap: 'allow',
      deployedProjectIds: ['0'],
      projectId: ids.projectId,
      environmentId: ids.environmentId,
    });
  const deploy = () => post(`/projects/${ids.projectId}/deploys`, { environment: 'test', branch: 'main' });

  it('refuses the run that those in progress leave no time for, however quickly they are started', async () => {
    await upload(625);
    // A page that shows the account keeps what it counted. The starts wait for no read model.
    await api.call('GET', '/account');
    for (let run = 0; run < 3; run++) expect((await start()).status).toBe(201);
    const refused = await start();
    expect(refused).toMatchObject({ status: 409, body: { code: 'quota.testingTime', message: expected } });
    const before = await runs();
    const { body } = await api.call<{ testRuns: { id: string; status: string }[] }>('GET', '/test-runs?limit=10');
    const queued = body.testRuns.find(({ status }) => status === 'QUEUED' || status === 'SUBMITTED');
    await cycle.cancel(queued?.id ?? '');
    expect((await start()).status).toBe(201);
    expect(await runs()).toBe(before + 1);
  });

  it('counts what ended a moment ago, though pages show it up to a minute later', async () => {
    await upload(2_475);
    await api.call('GET', '/account');
    expect((await start()).status).toBe(201);
    expect(await start()).toMatchObject({ status: 409, body: { message: expected } });
    await upload(25);
    expect(await start()).toMatchObject({ status: 409, body: { message: used } });
  });

  it('refuses runs of triggers with the reason at their times, and starts none', async () => {
    const id = await onDeploy();
    await upload(2_500);
    const before = await runs();
    await deploy();
    const { slots } = await eventually(async () => {
      const view = await trigger(id);
      return view.slots[0]?.outcome === 'refused' ? view : null;
    });
    expect(slots).toMatchObject([{ cause: 'deploy', outcome: 'refused', message: used, testRun: null }]);
    expect(await runs()).toBe(before);
    const byHand = await api.call<ErrorBody>('POST', `/triggers/${id}/run-now`, { body: {} });
    expect(byHand).toMatchObject({ status: 409, body: { code: 'quota.testingTime', message: used } });
  });

  it('refuses the triggers of one deploy that come after the runs that fit', async () => {
    const triggers = [await onDeploy('One'), await onDeploy('Two'), await onDeploy('Three'), await onDeploy('Four')];
    await upload(1_000);
    await deploy();
    const slots = await eventually(async () => {
      const [...views] = await Promise.all(triggers.map(trigger));
      const found = views.flatMap((view) => view.slots);
      return found.filter(({ outcome, testRun }) => outcome === 'refused' || testRun).length === 4 ? found : null;
    });
    expect(slots.flatMap(({ message }) => message ?? [])).toEqual([expected, expected]);
  });

  it('refuses suites of a plan run whose turn comes too late, and a new plan run', async () => {
    const plan = await newPlan();
    const [first, second] = [await newStage(plan, { name: 'First' }), await newStage(plan, { name: 'Second' })];
    await newSuite(plan, first);
    await newSuite(plan, second);
    const run = await post(`/test-plans/${plan}/runs`);
    await upload(2_500);
    await runNext('PASS');
    const view: TestPlanRunView = await until(plan, run, isOver);
    expect(statusesOf(view)[0]).toBe('pass');
    expect(suitesOf(view)[1]).toMatchObject({ message: used, testRun: null });
    const again = await api.call<ErrorBody>('POST', `/test-plans/${plan}/runs`);
    expect(again).toMatchObject({ status: 409, body: { code: 'quota.testingTime', message: used } });
  });
});

describe('the unfinished runs that an account may have', () => {
  let { api, ids, post }: PlanCycle = {} as PlanCycle;
  beforeAll(async () => {
    ({ api, ids, post } = await startPlanCycle({ quotas: { openRuns: 1 } }));
  });
  afterAll(() => api.stop());

  it('leave no room for another by a trigger, which says so', async () => {
    const id = await post('/triggers', {
      name: 'After each deploy',
      type: 'deploy',
      settleSeconds: 0,
      overlap: 'allow',
      deployedProjectIds: ['0'],
      projectId: ids.projectId,
      environmentId: ids.environmentId,
    });
    await post('/test-runs', { project: 'shop', environment: 'test' });
    await post(`/projects/${ids.projectId}/deploys`, { environment: 'test', branch: 'main' });
    const slots = await eventually(async () => {
      await api.caughtUp();
      const { body } = await api.call<TriggerView>('GET', `/triggers/${id}`);
      return body.slots[0]?.outcome === 'refused' ? body.slots : null;
    });
    expect(slots).toMatchObject([{ message: expect.stringMatching(/The limit is 1\.$/), testRun: null }]);
  });
});
