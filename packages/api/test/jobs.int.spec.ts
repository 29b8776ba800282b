import type { ErrorBody, ScheduledJobList, ScheduledJobView } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';

describe('the jobs of the service', () => {
  let api: ApiUnderTest;
  let staff: Person;

  beforeAll(async () => {
    api = await startApi({ automation: true });
    staff = await api.newAccount('provider');
    await grantStaff(api, staff);
  });
  afterAll(() => api.stop());

  const listed = async () => (await api.call<ScheduledJobList>('GET', '/employee/jobs', { as: staff })).body.jobs;
  const job = async (id: string) => {
    const found = (await listed()).find((one) => one.id === id);
    if (!found) throw new Error(`${id} is not listed`);
    return found;
  };
  const post = <Body = ScheduledJobView>(id: string, what: 'toggle-enabled' | 'run', body: object, as = staff) =>
    api.call<Body>('POST', `/employee/jobs/${id}/${what}`, { as, body });
  const reason = 'ticket 4112: disk full';

  it('are listed with their names, frequency and last run', async () => {
    await eventually(async () => (await listed()).every(({ lastStartTime }) => lastStartTime !== null));
    const jobs = await listed();
    expect(jobs).toHaveLength(15);
    expect(jobs.every(({ id, className, functionName }) => id === `${className}.${functionName}`)).toBe(true);
    expect(await job('Agents.expireSilentAgents')).toMatchObject({
      className: 'Agents',
      functionName: 'expireSilentAgents',
      process: 'automation',
      frequencyDisplay: 'every 5 s',
      enabled: true,
      toggled: null,
      lastError: null,
      failures: 0,
      lastRequest: null,
    });
    const { nextRunTime, lastRuns } = await job('Agents.expireSilentAgents');
    expect(nextRunTime).not.toBeNull();
    expect(lastRuns.length).toBeGreaterThan(0);
  });

  it('are turned off and on with a reason, and stay off after a restart', async () => {
    const id = 'Analysis.releaseUnrequestedUses';
    const off = await post(id, 'toggle-enabled', { reason });
    expect([off.status, off.body]).toMatchObject([
      200,
      { enabled: false, nextRunTime: null, toggled: { by: { id: staff.userId, fullName: 'Ada provider' }, reason } },
    ]);
    // What another process reads when it takes over.
    const rows = await api.operations.scheduledJobs.list('automation');
    const declared = rows.map(({ _id, className, functionName, schedule }) => ({
      ...{ id: _id, className, functionName, schedule },
    }));
    const again = await api.operations.scheduledJobs.declare('automation', declared);
    expect(again.find(({ _id }) => _id === id)).toMatchObject({ enabled: false });
    // Jobs that are off come last.
    expect((await listed()).at(-1)?.id).toBe(id);
    expect((await post(id, 'toggle-enabled', { enabled: true, reason })).body).toMatchObject({ enabled: true });
    expect(api.securityLines.filter((line) => line.includes(`"job":"${id}"`))).toHaveLength(2);
  });

  it('run on demand, also when they are off, and say how it went', async () => {
    const id = 'Invitations.withdrawExpiredInvitations';
    await post(id, 'toggle-enabled', { enabled: false, reason });
    const asked = await post(id, 'run', { reason });
    expect([asked.status, asked.body]).toMatchObject([200, { requested: { reason, by: { id: staff.userId } } }]);
    await eventually(async () => (await job(id)).lastRequest?.duration != null);
    expect(await job(id)).toMatchObject({
      enabled: false,
      requested: null,
      lastRequest: { reason, by: { fullName: 'Ada provider' }, error: null },
    });
  });

  it('leave what was done to them in the staff access log', async () => {
    const visits = api.documentStore.db('assay_ops').collection('visits');
    const notes = await visits.find({ 'actor.kind': 'staff', action: { $in: ['jobRun', 'jobTurnedOff'] } }).toArray();
    expect(notes.map(({ action, accountId, about }) => [action, accountId, about])).toEqual(
      expect.arrayContaining([
        ['jobTurnedOff', null, `Analysis.releaseUnrequestedUses: ${reason}`],
        ['jobRun', null, `Invitations.withdrawExpiredInvitations: ${reason}`],
      ]),
    );
  });

  it('refuse unknown jobs, requests without a reason, and a run of a job that is running', async () => {
    expect(await post<ErrorBody>('Nothing.atAll', 'run', { reason })).toMatchObject({
      status: 404,
      body: { code: 'job.notFound', message: 'Job not found.' },
    });
    expect((await post('Nothing.atAll', 'toggle-enabled', { reason })).status).toBe(404);
    for (const what of ['run', 'toggle-enabled'] as const) {
      const { status, body } = await post<ErrorBody>('TestRuns.timeOutRuns', what, {});
      expect([status, body.errors]).toEqual([400, [{ field: 'reason', message: "Can't be blank" }]]);
    }
    const rebuild = { className: 'ReadModels', functionName: 'rebuildRequested', schedule: '* * * * * *' };
    const _id = 'ReadModels.rebuildRequested';
    await api.operations.scheduledJobs.declare('projector', [{ ...rebuild, id: _id }]);
    await api.documentStore
      .db('assay_ops')
      .collection('scheduledJobs')
      .updateOne(rebuild, { $set: { running: true } });
    expect(await post<ErrorBody>(_id, 'run', { reason })).toMatchObject({
      status: 409,
      body: { code: 'job.running', message: 'The job is running. Wait for it to finish.' },
    });
  });

  it('are nothing for administrators and users of accounts', async () => {
    const user = await api.newPerson(api.admin.accountId, 'USER');
    for (const as of [api.admin, user]) {
      expect((await api.call('GET', '/employee/jobs', { as })).status).toBe(403);
      expect((await post('TestRuns.timeOutRuns', 'run', { reason }, as)).status).toBe(403);
      expect((await post('TestRuns.timeOutRuns', 'toggle-enabled', { reason }, as)).status).toBe(403);
    }
    expect((await api.call('GET', '/employee/jobs', { as: null })).status).toBe(401);
    expect(await job('TestRuns.timeOutRuns')).toMatchObject({ enabled: true, lastRequest: null });
  });
});
