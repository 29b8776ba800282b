import type {
  AccessLogPage,
  AccountStaffAccessView,
  CommandAnswer,
  ErrorBody,
  StaffExecutionView,
  StaffHeaderData,
  StaffLog,
  StaffTestPage,
  StaffTestRunDetailView,
  StaffTestRunPage,
  TestResultView,
  UserView,
} from '@assay/contract';
import { limits } from '@assay/contract';
import {
  type AgentUnderTest,
  listedTest,
  registerAgent,
  testFinished,
  testStarted,
  unitCompleted,
} from './agentUnderTest.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { prepareRun } from './prepareRun.ts';
import { type RunCycle, runCycle } from './runCycle.ts';
import { connectSocket } from './socketUnderTest.ts';
import { uploadForm } from './uploadForm.ts';

const reason = 'Ticket 4112: the run hangs';
const report =
  '<testsuite name="s"><testcase classname="Cart" name="adds" time="0.5"/><testcase classname="Cart" name="pays"><failure message="no connection"/></testcase></testsuite>';

describe('the test runs of every account, to staff', () => {
  let api: ApiUnderTest;
  let staff: Person;
  /** The staff member in the customer's account. */
  let there: Person;
  /** An administrator of another account. */
  let stranger: Person;
  let agent: AgentUnderTest;
  let cycle: RunCycle;
  let uploaded: string;
  let queued: string;

  beforeAll(async () => {
    api = await startApi({ automation: true });
    const variables = [{ key: 'BASE_URL', value: 'https://shop.example.org', encrypted: false, file: false }];
    const prepared = await prepareRun(api, { variables });
    queued = prepared.testRunId;
    uploaded = (await uploadForm(api, prepared, [{ name: 'r.xml', content: report }])).body.id;
    staff = await api.newAccount('provider');
    there = { ...staff, accountId: api.admin.accountId };
    stranger = await api.newAccount('stranger');
    await grantStaff(api, staff);
  });
  afterAll(() => api.stop());

  const read = async <Answer>(path: string, as = staff) => {
    await api.caughtUp();
    return api.call<Answer & ErrorBody>('GET', path, { as });
  };
  const search = async (query = '') => (await read<StaffTestRunPage>(`/employee/test-runs${query}`)).body;
  const idsOf = ({ testRuns }: StaffTestRunPage) => testRuns.map(({ id }) => id);
  const start = (body: object, as = staff) =>
    api.call<CommandAnswer & ErrorBody>('POST', '/employee/access', { as, body });
  const staffEntries = async () =>
    (await read<AccessLogPage>('/account/access-log?kind=staff', api.admin)).body.entries;

  it('are searched by status and date, 40 a page, and no customer may', async () => {
    for (const customer of [api.admin, stranger, await api.newPerson(api.admin.accountId, 'USER')]) {
      expect(await read('/employee/test-runs', customer)).toMatchObject({
        status: 403,
        body: { code: 'auth.forbidden' },
      });
    }
    const all = await search();
    expect(all).toMatchObject({ total: 2, totalIsLeast: false });
    expect(idsOf(all)).toEqual([uploaded, queued]);
    expect(all.testRuns[1]).toMatchObject({
      account: { id: api.admin.accountId, name: 'acme' },
      project: { testingFramework: 'Playwright', runner: expect.any(String) },
      testTimeoutSeconds: expect.any(Number),
      timeoutMinutes: expect.any(Number),
    });
    expect(idsOf(await search('?status=queued,submitted'))).toEqual([queued]);
    expect(idsOf(await search('?status=FAIL'))).toEqual([uploaded]);
    expect(idsOf(await search('?date=2020-01-01,2020-02-01'))).toEqual([]);
    expect(idsOf(await search(`?date=${new Date(Date.now() - 86_400_000).toISOString()},`))).toHaveLength(2);
    expect(idsOf(await search('?limit=1&page=2'))).toEqual([queued]);
    expect(limits.pageOfStaffRuns).toBe(40);
    for (const wrong of ['status=LOST', 'date=soon', 'page=0']) {
      expect((await read(`/employee/test-runs?${wrong}`)).status).toBe(400);
    }
    expect(api.securityLines.some((line) => line.includes('testRunsSearched'))).toBe(true);
  });

  it('of one account are closed until staff give a reason', async () => {
    const { accountId } = api.admin;
    const closed = [
      `/employee/test-runs?accountId=${accountId}`,
      `/employee/header-data?accountId=${accountId}`,
      `/employee/accounts/${accountId}/execution`,
      `/employee/test-runs/${uploaded}`,
      ...['logs', 'runners', 'tests', 'test-list-result', 'tests/any'].map(
        (of) => `/employee/test-runs/${uploaded}/${of}`,
      ),
      `/employee/test-runs/${uploaded}/runners/any/logs`,
    ];
    for (const path of closed) {
      expect(await read(path)).toMatchObject({ status: 403, body: { code: 'staffAccess.required' } });
    }
    expect((await read(`/test-runs/${uploaded}`, there)).status).toBe(404);
    expect(await start({ accountId, reason: ' ' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reason' }] },
    });
    expect(await start({ reason })).toMatchObject({ status: 404, body: { code: 'testRun.notFound' } });
    expect(await start({ accountId: 'nowhere', reason })).toMatchObject({
      status: 404,
      body: { code: 'account.notFound' },
    });
    expect(await start({ accountId, reason }, api.admin)).toMatchObject({ status: 403 });
    expect(await staffEntries()).toEqual([]);
  });

  it('of one account are read with a reason, which its administrators see with each request', async () => {
    expect((await start({ testRunId: uploaded, reason })).status).toBe(201);
    const run = await read<StaffTestRunDetailView>(`/employee/test-runs/${uploaded}`);
    expect(run).toMatchObject({ status: 200, body: { id: uploaded, status: 'FAIL', testRunners: [], failCount: 1 } });
    const path = `/employee/test-runs/${uploaded}/tests`;
    const { tests, total } = (await read<StaffTestPage>(`${path}?limit=1`)).body;
    expect([tests.length, total]).toEqual([1, 2]);
    await read(`${path}?limit=1`);
    const test = await read<TestResultView>(`${path}/${tests[0]?.testId}`);
    expect(test.body.attemptsDetail).toMatchObject([{ screenShots: [], videos: [], files: [] }]);
    expect((await read(`${path}/none`)).status).toBe(404);

    const entries = await staffEntries();
    expect(entries.filter(({ about }) => about === `${path}?limit=1`)).toHaveLength(1);
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'staffRead',
        actor: { kind: 'staff', id: staff.userId, fullName: 'Ada provider' },
        about: `/employee/test-runs/${uploaded}`,
        detail: reason,
      }),
    );
    expect(entries.at(-1)).toMatchObject({ action: 'staffAccessStarted', detail: reason });
    const elsewhere = (await read<AccessLogPage>('/account/access-log?kind=staff', stranger)).body;
    expect(elsewhere.entries).toEqual([]);
  });

  it('open read-only in their own pages: no command, no file, no value of a variable, no other account', async () => {
    const { body: me } = await read<UserView>('/users/me');
    expect(me.staffAccess).toMatchObject([{ accountId: api.admin.accountId, accountName: 'acme', reason }]);
    for (const of of ['', '/results', '/replay', '/history', '/logs']) {
      expect((await read(`/test-runs/${uploaded}${of}`, there)).status).toBe(200);
    }
    expect((await read<object[]>('/environments', there)).body).toMatchObject([
      { variables: [{ key: 'BASE_URL', value: null }] },
    ]);
    for (const path of ['/user-roles', '/account/access-log', `/test-runs/${uploaded}/messages`]) {
      expect(await read(path, there)).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
    }
    const refused = [
      ['PATCH', `/test-runs/${uploaded}`, { status: 'PASS' }],
      ['POST', `/test-runs/${uploaded}/rerun`, { rerunTestRun: true }],
      ['POST', '/projects', { name: 'Theirs' }],
    ] as const;
    for (const [method, path, body] of refused) {
      expect((await api.call(method, path, { as: there, body })).status).toBe(403);
    }
    expect((await read('/projects', { ...staff, accountId: stranger.accountId })).status).toBe(404);
    expect((await staffEntries()).map(({ about }) => about)).toContain(`/test-runs/${uploaded}/history`);
  });

  it('are counted above the list, and what an account ran this and last month', async () => {
    const { accountId } = api.admin;
    const { body: all } = await read<StaffHeaderData>('/employee/header-data');
    expect(all).toMatchObject({
      system: { status: 'ok', stores: 'ok', runningAgents: 0, capacity: 0, busyRunners: 0 },
      testRuns: { today: 2, usual: null, setupFailedToday: 0 },
      account: null,
      busiestAccounts: [{ id: accountId, name: 'acme', testRuns: 2, tests: 2 }],
    });
    expect(all.testRuns.queued + all.testRuns.submitted).toBe(1);
    const { body: one } = await read<StaffHeaderData>(`/employee/header-data?accountId=${accountId}`);
    const thisMonth = { testRuns: 1, totalTests: 2, failedTests: 1, totalTestingTime: 500 };
    expect(one.account).toMatchObject({
      name: 'acme',
      tier: null,
      people: 2,
      administrators: 1,
      thisMonth,
      lastMonth: { testRuns: 0, totalTests: 0, failedTests: 0, totalTestingTime: 0 },
    });
    expect(one.busiestAccounts).toEqual([]);
    const { body: execution } = await read<StaffExecutionView>(`/employee/accounts/${accountId}/execution`);
    expect(execution.running).toBe(1);
    expect(execution.months).toHaveLength(12);
    expect(execution.months.at(-1)).toMatchObject(thisMonth);
    expect((await read('/employee/accounts/nowhere/execution')).status).toBe(404);
  });

  it('have logs of the run, its runners and its agent; commands are recorded with their reason', async () => {
    await api.done('PATCH', `/test-runs/${queued}`, { body: { status: 'CANCELED' } });
    agent = await registerAgent(api, api.admin.accountId, { name: 'builder' });
    cycle = runCycle(api, agent);
    const id = await cycle.newRun({ runners: 1 });
    await cycle.setUp([listedTest('test1')]);
    const first = await cycle.takeWork();
    const runners = `/employee/test-runs/${id}/runners`;
    const end = (how: string, body: object) =>
      api.call<ErrorBody>('POST', `${runners}/${first.runnerId}/${how}`, { as: staff, body });
    expect(await end('replace', {})).toMatchObject({ status: 400 });
    expect((await end('replace', { reason })).status).toBe(200);
    const next = await cycle.takeWork();
    await agent.events(next, 1, [testStarted('test1'), testFinished('test1'), unitCompleted]);
    await cycle.untilRun(id, ({ status }) => status === 'PASS');

    const { body: log } = await read<StaffLog>(`/employee/test-runs/${id}/logs`);
    const messages = log.entries.map(({ message }) => message);
    expect(messages[0]).toBe('Queued');
    expect(messages).toEqual(expect.arrayContaining(['Submitted', 'Setting up', 'Running: 1 tests', 'Passed']));
    expect(messages.some((message) => /^Runner 1 exited, replaced by staff$/.test(message))).toBe(true);
    const times = log.entries.map(({ time }) => time);
    expect(times).toEqual([...times].sort());
    const { body: ofRunner } = await read<StaffLog>(`${runners}/${next.runnerId}/logs`);
    expect(ofRunner).toEqual({ entries: [], nextOffset: null });
    expect(await read(`${runners}/none/logs`)).toMatchObject({ status: 404, body: { code: 'testRunner.notFound' } });

    const ofAgent = `/employee/agents/${agent.agentId}`;
    expect((await api.call('DELETE', ofAgent, { as: staff })).status).toBe(400);
    await api.done('DELETE', `${ofAgent}?reason=${encodeURIComponent('Ticket 4077: old kernel')}`, { as: staff });
    const { body: agentLog } = await read<StaffLog>(`${ofAgent}/logs`);
    expect(agentLog.entries.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Registered as builder: /),
      'Stopped by Ada provider: Ticket 4077: old kernel',
    ]);
    expect((await read('/employee/agents/none/logs')).status).toBe(404);
    expect(await staffEntries()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'staffRunnerReplaced', about: first.runnerId, detail: reason }),
        expect.objectContaining({
          action: 'staffAgentStopped',
          about: agent.agentId,
          detail: 'Ticket 4077: old kernel',
        }),
      ]),
    );
  });

  it('are seen and closed at once by an administrator, who gets a mail about each access', async () => {
    const { accountId } = api.admin;
    const user = await api.newPerson(accountId, 'USER');
    const [access] = (await read<AccountStaffAccessView[]>('/account/staff-access', api.admin)).body;
    expect(access).toMatchObject({ reason, staffName: 'Ada provider', until: expect.any(String) });
    for (const as of [user, there]) expect((await read('/account/staff-access', as)).status).toBe(403);
    expect((await read('/account/staff-access', stranger)).body).toEqual([]);
    const end = (as: Person) =>
      api.call<CommandAnswer & ErrorBody>('DELETE', `/account/staff-access/${access?.id}`, { as });
    expect((await end(user)).status).toBe(403);
    expect((await end(there)).status).toBe(403);
    expect(await end(stranger)).toMatchObject({ status: 404, body: { code: 'staffAccess.notFound' } });

    const listening = await connectSocket(api, staff.token);
    expect(await listening.ask('subscribe', accountId, 'testRuns')).toMatchObject({ ok: true });
    expect((await end(api.admin)).status).toBe(200);
    // The next request, whatever the read models show by now.
    expect((await api.call('GET', `/employee/test-runs/${uploaded}`, { as: staff })).status).toBe(403);
    expect((await api.call('GET', `/test-runs/${uploaded}`, { as: there })).status).toBe(404);
    await listening.until(() => listening.resyncs() > 0);
    expect(await listening.ask('subscribe', accountId, 'testRuns')).toMatchObject({ ok: false, code: 'notFound' });
    listening.socket.disconnect();
    expect((await read('/account/staff-access', api.admin)).body).toEqual([]);
    expect((await staffEntries())[0]).toMatchObject({ action: 'staffAccessEnded', actor: { id: api.admin.userId } });

    const { body } = await api.call<{ mails: { subject: string; to: string }[] }>('GET', '/account/outbox');
    const subject = 'Staff of Assay can read your test runs';
    expect(body.mails.filter((mail) => mail.subject === subject).map(({ to }) => to)).toEqual([api.admin.email]);
    expect((await start({ accountId, reason })).status).toBe(201);
    await api.caughtUp();
  });

  it('are closed again once the access was ended by its holder', async () => {
    const [held] = (await read<UserView>('/users/me')).body.staffAccess;
    const drop = (as: Person) => api.call('DELETE', `/employee/access/${held?.id}`, { as });
    const other = await api.newAccount('other-staff');
    await grantStaff(api, other);
    expect((await drop(other)).status).toBe(404);
    expect((await drop(staff)).status).toBe(200);
    expect((await drop(staff)).status).toBe(200);
    expect(await read(`/employee/test-runs/${uploaded}`)).toMatchObject({ body: { code: 'staffAccess.required' } });
    expect((await read(`/test-runs/${uploaded}`, there)).status).toBe(404);
  });
});
