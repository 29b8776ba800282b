import type { ErrorBody, RunTriggerAnswer, TestRunView, TriggerView } from '@assay/contract';
import { zipOf } from '../../../test/support/zipOf.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { uploadBuildForm } from './uploadBuildForm.ts';

describe('triggers', () => {
  let api: ApiUnderTest;
  let projectId: string;
  let environmentId: string;
  let grace: Person;
  beforeAll(async () => {
    api = await startApi();
    ({ projectId, environmentId } = await prepareRun(api));
    grace = await api.newPerson(api.admin.accountId, 'USER');
  });
  afterAll(() => api.stop());

  const nightly = (change: object = {}) => ({
    name: 'Nightly',
    type: 'interval',
    projectId,
    environmentId,
    cron: '30 2 * * *',
    timeZone: 'Europe/Berlin',
    ...change,
  });
  const create = async (change: object = {}) => (await api.done('POST', '/triggers', { body: nightly(change) })).id;
  const trigger = async (id: string) => (await api.call<TriggerView>('GET', `/triggers/${id}`)).body;
  const refusals = async (body: object) =>
    (await api.call<ErrorBody>('POST', '/triggers', { body })).body.errors?.map(({ field, message }) => [
      field,
      message,
    ]);

  it('are created enabled, with their next time, and listed for everybody', async () => {
    const id = await create({ cron: ' 30  2 * * * ' });
    const created = await trigger(id);
    expect(created).toMatchObject({ cron: '30 2 * * *', enabled: true, project: { name: 'Shop' }, slots: [] });
    const next = new Date(created.nextRunAt ?? 0);
    expect(next.getTime()).toBeGreaterThan(Date.now());
    expect([next.getUTCHours(), next.getUTCMinutes()]).toEqual([expect.any(Number), 30]);
    const { body: list } = await api.call<TriggerView[]>('GET', '/triggers', { as: grace });
    expect(list.map((one) => one.id)).toContain(id);
  });

  it('are changed as a whole by somebody who has seen them, turned off and deleted', async () => {
    const id = await create();
    const { revision } = await trigger(id);
    const headers = { 'if-match': revision };
    await api.done('PUT', `/triggers/${id}`, { body: nightly({ name: 'Each night', timeZone: null }), headers });
    expect((await api.call('PUT', `/triggers/${id}`, { body: nightly(), headers })).status).toBe(412);
    await api.done('POST', `/triggers/${id}/toggle-enabled`);
    expect(await trigger(id)).toMatchObject({ name: 'Each night', timeZone: null, enabled: false, nextRunAt: null });
    await api.done('DELETE', `/triggers/${id}`);
    expect(await trigger(id)).toMatchObject({ archived: true });
    const { body: list } = await api.call<TriggerView[]>('GET', '/triggers');
    expect(list.map((one) => one.id)).not.toContain(id);
  });

  it('keep nothing that their type does not use', async () => {
    const id = await create({ type: 'deploy', deployedProjectIds: ['0', '0'], includeTags: ['@a'] });
    expect(await trigger(id)).toMatchObject({
      onDeploy: true,
      cron: null,
      timeZone: null,
      deployedProjectIds: ['0'],
      includeTags: [],
    });
  });

  it("take and give the names of the specification's form", async () => {
    const { type: _type, cron: _cron, timeZone: _zone, ...rest } = nightly();
    const made = async (body: object) =>
      trigger((await api.done('POST', '/triggers', { body: { ...rest, ...body } })).id);
    expect(await made({ triggerType: 'interval', schedule: { hourOfDayUtc: 2, minuteOfHour: 30 } })).toMatchObject({
      type: 'interval',
      triggerType: 'interval',
      cron: '30 2 * * *',
      timeZone: null,
      schedule: { hourOfDayUtc: 2, minuteOfHour: 30, dayOfWeek: null },
      build: null,
    });
    expect(await made({ schedule: { frequencyInMinutes: 15 } })).toMatchObject({
      type: 'interval',
      cron: '*/15 * * * *',
      schedule: { frequencyInMinutes: 15 },
    });
    expect(await made({ onDeploy: true, deployedProjectIds: ['0'] })).toMatchObject({ type: 'deploy', schedule: null });
    expect(await made({})).toMatchObject({ type: 'now' });
    const every = await made({ type: 'interval', cron: '0 9 * * 1-5' });
    expect(every.schedule).toBeNull();
    expect(await refusals({ ...rest, schedule: { frequencyInMinutes: 7 } })).toEqual([
      ['schedule', 'Valid schedule required'],
    ]);
    expect(await refusals({ ...rest, build: 'unknown' })).toEqual([['buildId', 'You must select a build']]);
  });

  it('name their build, and take it by name', async () => {
    const file = { name: 'a.zip', content: zipOf({ name: 'run.mjs', content: '' }) };
    const { body: uploaded } = await uploadBuildForm(api, projectId, { name: 'release 7' }, file);
    const id = await create({ build: 'release 7' });
    expect(await trigger(id)).toMatchObject({ buildId: uploaded.id, build: 'release 7' });
  });

  it('are refused with the texts of the form, all at once', async () => {
    expect(await refusals({ type: 'interval' })).toEqual([
      ['name', 'You must specify a name'],
      ['cron', 'Valid Cron expression required'],
      ['projectId', "Can't be blank"],
      ['environmentId', 'You must select an environment'],
    ]);
    expect(await refusals(nightly({ type: 'deploy', testOptionsType: 'suite', maxRunners: 1000 }))).toEqual([
      ['deployedProjectIds', 'You must select at least one project'],
      ['testSuiteId', 'You must select a Test Suite'],
      ['maxRunners', expect.stringMatching(/^Must be between 1 and \d+$/)],
    ]);
    expect(await refusals(nightly({ type: 'testPlanInterval' }))).toEqual([
      ['testPlanId', 'You must select a Test Plan'],
    ]);
    expect(await refusals(nightly({ priority: 11 }))).toEqual([['priority', 'Must be between 1 and 10']]);
    expect(await refusals(nightly({ timeZone: 'Mars/Olympus' }))).toEqual([
      ['timeZone', 'Select a time zone, such as Europe/Berlin'],
    ]);
  });

  it('start a run when somebody says Run Now, even if they are off', async () => {
    const id = await create({ branch: 'release', priority: 4 });
    await api.done('POST', `/triggers/${id}/toggle-enabled`);
    const { testRunId } = await api.done<RunTriggerAnswer>('POST', `/triggers/${id}/run-now`, { as: grace, body: {} });
    const { body: run } = await api.call<TestRunView>('GET', `/test-runs/${testRunId}`);
    expect(run).toMatchObject({ status: 'QUEUED', branch: 'release', priority: 4, createdBy: { id: grace.userId } });
    expect(await trigger(id)).toMatchObject({
      slots: [{ cause: 'person', outcome: 'fired', testRun: { id: testRunId, number: run.number } }],
    });
  });

  it('say that there is no deploy to test, and start nothing', async () => {
    const id = await create({ latestDeploy: true });
    const answer = await api.call<ErrorBody>('POST', `/triggers/${id}/run-now`, { body: {} });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'No Latest Deploy for Shop in Test. Trigger cannot be run.' }] },
    });
    expect(await trigger(id)).toMatchObject({ slots: [] });
  });
});
