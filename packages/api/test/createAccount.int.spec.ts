import { createAccountWithAdmin } from '@assay/application';
import { type AccountView, type ErrorBody, messages, topics, type UserView } from '@assay/contract';
import type { EventLog } from '@assay/event-log';
import { URI } from 'otpauth';
import { type ApiUnderTest, type CallOptions, type Person, startApi } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { connectSocket } from './socketUnderTest.ts';

describe('creating an account', () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const person = {
    email: 'grace@example.com',
    firstName: 'Grace',
    lastName: 'Hopper',
    password: 'compilers and moths',
  };

  it('creates one whose administrator can sign in; repeating it changes nothing', async () => {
    const wanted = { accountName: 'Navy', ...person };
    const first = await createAccountWithAdmin(api, wanted);
    const before = await api.eventLog.head();
    expect(await createAccountWithAdmin(api, wanted)).toEqual(first);
    expect(await api.eventLog.head()).toEqual(before);
    await api.caughtUp();
    expect(await api.readModels.roleOf(first.userId, first.accountId)).toBe('ADMIN');
    expect(await api.operations.credentials.verify(person.email, person.password)).toBe(first.userId);
  });

  it('sets the requested plan, or includes everything without one', async () => {
    const small = { ...person, accountName: 'Small', email: 'small@example.com', tier: 1 as const };
    const { accountId } = await createAccountWithAdmin(api, small);
    const before = await api.eventLog.head();
    await createAccountWithAdmin(api, small);
    expect(await api.eventLog.head()).toEqual(before);
    await api.caughtUp();
    expect(await api.readModels.of(accountId).account()).toMatchObject({ name: 'Small', currentPlan: 1 });
    expect((await api.call('GET', '/account')).body).toMatchObject({
      currentPlan: 4,
      maximumRunnersPerProject: 30,
      totalTestingMinutes: 0,
    });
  });

  it('of tier 1 uploads results and runs nothing itself, until staff give it another plan', async () => {
    const owner = await api.newAccount('upstart');
    const staff = await api.newAccount('provider');
    await grantStaff(api, staff);
    const toTier = (tier: number | null) =>
      api.done('PUT', `/employee/accounts/${owner.accountId}/plan`, { as: staff, body: { tier } });
    const codes = async () => {
      const calls = ['/test-runs', '/test-runs/none/rerun', '/test-runs-upload/sample_pytest'];
      const answers = await Promise.all(
        calls.map((path) => api.call<ErrorBody>('POST', path, { as: owner, body: {} })),
      );
      return answers.map(({ body }) => body.code);
    };
    const [lacking, other] = ['plan.lacksFeature', expect.not.stringMatching('plan')];
    expect(await codes()).toEqual([other, other, other]);
    await toTier(1);
    expect(await codes()).toEqual([lacking, lacking, other]);
    const monthly = async () => {
      const [account, plan] = await Promise.all([
        api.call<AccountView>('GET', '/account', { as: owner }),
        api.call('GET', '/plan', { as: owner }),
      ]);
      return [account.body.monthlyExecutionHoursLimit, plan.body];
    };
    expect(await monthly()).toEqual([5, expect.objectContaining({ testingMinutes: 300, analysedRuns: 10 })]);
    const windows = { name: 'Windows', runnerType: 'WINDOWS', maxRunners: 2 };
    const pools = { as: owner, body: windows };
    expect(await api.call<ErrorBody>('POST', '/runner-pools', pools)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'runnerType', message: 'Your plan does not include Windows runners' }] },
    });
    const { id: pool } = await api.done('POST', '/runner-pools', {
      as: owner,
      body: { ...windows, runnerType: 'LINUX' },
    });
    const toWindows = { as: owner, body: { runnerType: 'WINDOWS' } };
    expect((await api.call('PATCH', `/runner-pools/${pool}`, toWindows)).status).toBe(400);
    const refused = await api.call('POST', '/test-runs', { as: owner, body: {} });
    expect(refused).toMatchObject({ status: 403, body: { message: 'The plan of the account does not include this.' } });
    await toTier(2);
    expect(await codes()).toEqual([other, other, lacking]);
    expect(await monthly()).toEqual([1000, expect.objectContaining({ testingMinutes: 60_000, analysedRuns: 50 })]);
    await api.done('PATCH', `/runner-pools/${pool}`, toWindows);
    await toTier(null);
    expect(await monthly()).toEqual([null, expect.objectContaining({ testingMinutes: null, analysedRuns: null })]);
    expect(await codes()).toEqual([other, other, other]);
    const plan = `/employee/accounts/${owner.accountId}/plan`;
    await api.done('PUT', plan, { as: staff, body: { tier: 1, legacyPlan: true } });
    expect((await api.call('GET', '/account', { as: owner })).body).toMatchObject({ currentPlan: 1, legacyPlan: true });
    expect(await codes()).toEqual([other, other, lacking]);
    const { body: own } = await api.call('GET', '/plan', { as: owner });
    expect(own).toMatchObject({ id: 'legacy-1', name: 'Legacy', tier: 1, monthlyPrice: null });
    const nowhere = await api.call('PUT', '/employee/accounts/none/plan', { as: staff, body: { tier: 1 } });
    expect(nowhere).toMatchObject({ status: 404, body: { code: 'account.notFound' } });
    const free = await api.call('PUT', plan, { as: staff, body: { tier: 5 } });
    expect(free.status).toBe(400);
  });

  it('refuses a taken name, and keeps nothing of the attempt', async () => {
    const before = await api.eventLog.head();
    const other = { ...person, email: 'other@example.com' };
    await expect(createAccountWithAdmin(api, { accountName: ' navy', ...other })).rejects.toMatchObject({
      code: 'reservation.nameTaken',
    });
    expect(await api.eventLog.head()).toEqual(before);
    expect(await api.operations.credentials.verify(other.email, other.password)).toBeNull();
  });

  it('refuses a weak password, and keeps nothing of the attempt', async () => {
    const before = await api.eventLog.head();
    const weak = { ...person, accountName: 'Weak', email: 'weak@example.com', password: 'Password1234' };
    await expect(createAccountWithAdmin(api, weak)).rejects.toMatchObject({ errors: [{ field: 'password' }] });
    expect(await api.eventLog.head()).toEqual(before);
  });

  it('changes nothing of somebody who can sign in already, unless it is told to', async () => {
    const { operations } = api;
    const { userId } = await createAccountWithAdmin(api, { ...person, accountName: 'One', email: 'two@example.com' });
    const token = await operations.sessions.start(userId);
    const other = {
      accountName: 'Two',
      email: 'Two@example.com',
      firstName: 'Not',
      lastName: 'Grace',
      password: 'another long one',
    };
    const before = await api.eventLog.head();
    await expect(createAccountWithAdmin(api, other)).rejects.toThrow('can sign in here already. Nothing was changed.');
    // The account's own name and the right e-mail, but another password.
    await expect(createAccountWithAdmin(api, { ...other, accountName: 'One' })).rejects.toThrow('already');
    const stranger = { ...other, email: 'stranger@example.com', existingPerson: 'add' as const };
    await expect(createAccountWithAdmin(api, stranger)).rejects.toThrow('cannot sign in here yet');
    expect(await api.eventLog.head()).toEqual(before);

    const added = await createAccountWithAdmin(api, { ...other, existingPerson: 'add' });
    expect(await operations.credentials.verify('two@example.com', person.password)).toBe(userId);
    expect(await operations.sessions.find(token)).not.toBeNull();
    await api.caughtUp();
    expect(await api.readModels.roleOf(userId, added.accountId)).toBe('ADMIN');
    expect(await api.readModels.user(userId)).toMatchObject({ firstName: 'Grace' });

    const setup = await operations.secondFactors.begin(userId, 'two@example.com');
    await operations.secondFactors.confirm(userId, URI.parse(setup?.url ?? '').generate());
    await createAccountWithAdmin(api, { ...other, existingPerson: 'add' });
    expect(await operations.secondFactors.find(userId)).not.toBeNull();
    await createAccountWithAdmin(api, { ...other, existingPerson: 'setPassword' });
    expect(await operations.secondFactors.find(userId)).toBeNull();
    expect(await operations.credentials.verify('two@example.com', other.password)).toBe(userId);
    expect(await operations.sessions.find(token)).toBeNull();
  });

  it('is completed by a repeat, wherever it was cut off', async () => {
    const wanted = { accountName: 'Cut off', ...person, email: 'cut@example.com' };
    // Each round gets one append further before its process 'dies'.
    for (let allowed = 0; ; allowed += 1) {
      let left = allowed;
      const dying: EventLog = {
        ...api.eventLog,
        handle: async (...call) => {
          if (left === 0) throw new Error('the process ended here');
          left -= 1;
          return api.eventLog.handle(...call);
        },
      };
      const outcome = await createAccountWithAdmin({ eventLog: dying, operations: api.operations }, wanted).catch(
        () => null,
      );
      if (outcome) break;
    }
    const { accountId, userId } = await createAccountWithAdmin(api, wanted);
    await api.caughtUp();
    const user = await api.readModels.user(userId);
    expect(user?.roles).toMatchObject([{ accountId, accountName: 'Cut off', roleType: 'ADMIN' }]);
  });

  describe('that is renamed', () => {
    const rename = (name: string, options: CallOptions = {}) =>
      api.call<ErrorBody>('POST', `/account/change-name?name=${encodeURIComponent(name)}`, options);
    const shown = async (as: Person) => (await api.call<AccountView>('GET', '/account', { as })).body;

    it('tells its people, who find it by the name before as well', async () => {
      const owner = await api.newAccount('harbour');
      const socket = await connectSocket(api, owner.token);
      expect(await socket.ask('subscribe', owner.accountId, topics.account)).toEqual({ ok: true });
      const { revision } = await shown(owner);
      const headers = { 'if-match': revision };
      expect(await rename('Port & Söhne', { as: owner, headers })).toMatchObject({ status: 200 });
      await socket.until(() => socket.changes.length > 0);
      await api.caughtUp();
      expect(await shown(owner)).toMatchObject({ name: 'Port & Söhne', revision: String(Number(revision) + 1) });
      const me = await api.call<UserView>('GET', '/users/me', { as: owner });
      expect(me.body.roles).toMatchObject([{ accountName: 'Port & Söhne', formerNames: ['harbour'] }]);
      expect(await rename('Quay', { as: owner, headers })).toMatchObject({ status: 412 });
      socket.socket.disconnect();
    });

    it('gets no name that another account has, and none that an address cannot have', async () => {
      const owner = await api.newAccount('lagoon');
      const refused = (message: string) => ({ status: 400, body: { errors: [{ field: 'name', message }] } });
      expect(await rename(' ACME', { as: owner })).toMatchObject(refused(messages.unusableInAddress));
      expect(await rename('ACME', { as: owner })).toMatchObject(refused(messages.nameTaken));
      for (const name of ['Login', 'api', '..', 'a/b', 'a\\b', 'a\u202eb']) {
        expect(await rename(name, { as: owner })).toMatchObject(refused(messages.unusableInAddress));
      }
      const unreachable = { accountName: 'Accept', ...person, email: 'accept@example.com' };
      await expect(createAccountWithAdmin(api, unreachable)).rejects.toMatchObject({ errors: [{ field: 'name' }] });
      expect(await rename('Lagoon', { as: owner })).toMatchObject({ status: 200 });
    });

    it('leaves its name to others, and to another account of the same person', async () => {
      const wanted = { ...person, accountName: 'Delta', email: 'delta@example.com' };
      const first = await createAccountWithAdmin(api, wanted);
      await api.caughtUp();
      const as = { token: await api.operations.sessions.start(first.userId), accountId: first.accountId };
      expect(await rename('Estuary', { as })).toMatchObject({ status: 200 });
      const second = await createAccountWithAdmin(api, { ...wanted, existingPerson: 'add' });
      expect(second.accountId).not.toBe(first.accountId);
      expect(await createAccountWithAdmin(api, { ...wanted, existingPerson: 'add' })).toEqual(second);
      expect(await rename('Delta', { as })).toMatchObject({ status: 400 });
    });
  });
});
