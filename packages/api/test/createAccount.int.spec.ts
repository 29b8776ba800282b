import { createAccountWithAdmin } from '@assay/application';
import type { EventLog } from '@assay/event-log';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

describe('creating an account', () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const person = { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper', password: 'compilers' };

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
    const small = { ...person, accountName: 'Small', email: 'small@example.com', tier: 1 };
    const { accountId } = await createAccountWithAdmin(api, small);
    const before = await api.eventLog.head();
    await createAccountWithAdmin(api, small);
    expect(await api.eventLog.head()).toEqual(before);
    await api.caughtUp();
    expect(await api.readModels.of(accountId).account()).toMatchObject({ name: 'Small', currentPlan: 1 });
    expect((await api.call('GET', '/account')).body).toMatchObject({ currentPlan: 4, maximumRunnersPerProject: 30 });
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
});
