import type {
  AccessLogPage,
  CommandAnswer,
  EnvironmentView,
  ErrorBody,
  UserRoleId,
  UserRoleView,
  UserView,
} from '@assay/contract';
import { userRolesDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { eventually } from '../../../test/support/eventually.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { type MailedLinks, startApiWithMail } from './mailedLinks.ts';

const reason = 'Asked why the nightly trigger does not start';

describe('a role that staff take in an account', () => {
  let mail: MailedLinks;
  let api: ApiUnderTest;
  let staff: Person;
  /** The staff in the account of the others. */
  let there: Person;
  beforeAll(async () => {
    mail = await startApiWithMail();
    api = mail.api;
    staff = await api.newAccount('provider');
    there = { ...staff, accountId: api.admin.accountId };
    await grantStaff(api, staff);
  });
  afterAll(() => mail.stop());

  const take = (change: object = {}, as: Person = staff) =>
    api.call<CommandAnswer & ErrorBody>('POST', '/employee/roles', {
      as,
      body: { accountId: api.admin.accountId, roleType: 'ADMIN', reason, ...change },
    });
  const roleThere = async () => {
    await api.caughtUp();
    const { body } = await api.call<UserView>('GET', '/users/me', { as: staff });
    return body.roles.find(({ accountId }) => accountId === api.admin.accountId);
  };

  it('needs a reason and an account', async () => {
    expect(await take({ reason: ' ' })).toMatchObject({ status: 400, body: { errors: [{ field: 'reason' }] } });
    expect(await take({ accountId: 'nowhere' })).toMatchObject({ status: 404, body: { code: 'account.notFound' } });
    expect(await take({ roleType: 'OWNER' })).toMatchObject({ status: 400, body: { errors: [{ field: 'roleType' }] } });
    expect((await api.call('GET', '/projects', { as: there })).status).toBe(404);
  });

  it('opens it for 8 hours, which its administrators are told, and shows no values of variables', async () => {
    const variables = [{ key: 'BASE_URL', value: 'https://shop.example.org', encrypted: false, file: false }];
    const body = { name: 'QA', key: 'qa', url: '', variables };
    const { id: environment } = await api.done('POST', '/environments', { body });
    const before = Date.now();
    const taken = await take({ roleType: 'admin' });
    expect(taken.status).toBe(201);
    const { id } = taken.body;
    const own = await roleThere();
    expect(own).toMatchObject({ id, roleType: 'ADMIN', staffUntil: expect.any(String) });
    const hours = (Date.parse(own?.staffUntil ?? '') - before) / 3_600_000;
    expect(hours).toBeGreaterThanOrEqual(8);
    expect(hours).toBeLessThan(9);
    expect(await take()).toMatchObject({ status: 409, body: { code: 'userRole.exists' } });

    const valuesFor = async (as: Person) =>
      (await api.call<EnvironmentView[]>('GET', '/environments', { as })).body.find((one) => one.id === environment)
        ?.variables;
    expect(await valuesFor(api.admin)).toMatchObject(variables);
    expect(await valuesFor(there)).toMatchObject([{ key: 'BASE_URL', value: null }]);

    const people = (await api.call<UserRoleView[]>('GET', '/user-roles')).body;
    expect(people.find((one) => one.id === id)).toMatchObject({
      user: { id: staff.userId },
      staffUntil: own?.staffUntil,
    });
    const { body: log } = await api.call<AccessLogPage>('GET', '/account/access-log?kind=staff');
    expect(log.entries).toMatchObject([
      { action: 'staffRoleTaken', actor: { kind: 'staff', fullName: 'Ada provider' }, about: 'ADMIN', detail: reason },
    ]);
    const subject = 'Staff of Assay can act in your organization';
    await eventually(async () => expect(mail.subjectsTo(api.admin.email)).toEqual([subject]));
    expect(mail.sourceTo(api.admin.email)).toContain('nightly trigger');
    expect(mail.subjectsTo(staff.email)).toEqual([]);
  });

  it('is given up by whoever took it alone, or taken away by an administrator', async () => {
    const other = await api.newAccount('other-staff');
    await grantStaff(api, other);
    const { id = '' } = (await roleThere()) ?? {};
    const drop = (path: string, as: Person) => api.call('DELETE', `/employee/roles${path}`, { as });
    for (const path of [`/${id}`, `?id=${id}`]) {
      expect(await drop(path, other)).toMatchObject({ status: 404, body: { code: 'userRole.notFound' } });
    }
    // It does not stand in for the administrator of the account, who stays.
    const people = (await api.call<UserRoleView[]>('GET', '/user-roles')).body;
    const admins = people.find(({ user }) => user.id === api.admin.userId);
    expect(await api.call('DELETE', `/user-roles/${admins?.id}`)).toMatchObject({
      body: { code: 'userRole.lastAdministrator' },
    });
    expect((await drop(`/${id}`, staff)).status).toBe(200);
    expect(await roleThere()).toBeUndefined();
    expect((await api.call('GET', '/projects', { as: there })).status).toBe(404);

    const again = (await take({ roleType: 'USER' })).body.id;
    await api.caughtUp();
    await api.done('DELETE', `/user-roles/${again}`);
    expect(await roleThere()).toBeUndefined();
    const third = (await take({ roleType: 'USER' })).body.id;
    await api.caughtUp();
    expect((await drop(`?id=${third}`, staff)).status).toBe(200);
  });

  it('ends by itself', async () => {
    await roleThere();
    const { accountId } = api.admin;
    const context = {
      accountId,
      actor: { kind: 'staff' as const, id: staff.userId },
      occurredAt: new Date().toISOString(),
      $correlationId: newId<string>(),
    };
    const facts = {
      userRoleId: newId<UserRoleId>(),
      userId: staff.userId,
      accountId,
      roleType: 'USER' as const,
      reason,
    };
    const until = new Date(Date.now() - 1000).toISOString();
    await api.eventLog.handle(userRolesDecider, accountId, { type: 'takeStaffRole', ...facts, until }, context);
    await api.caughtUp();
    expect((await api.call('GET', '/projects', { as: there })).status).toBe(404);
    await eventually(async () => expect(await roleThere()).toBeUndefined());
    await api.caughtUp();
    const { body: log } = await api.call<AccessLogPage>('GET', '/account/access-log?kind=role&limit=1');
    expect(log.entries).toMatchObject([
      { action: 'roleRemoved', actor: { kind: 'automation' }, about: 'Ada provider' },
    ]);
  });
});
