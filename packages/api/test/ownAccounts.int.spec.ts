import { accountIdFor, withReservedNames } from '@assay/application';
import {
  type AccountId,
  type AccountSetupView,
  type AccountView,
  type CommandAnswer,
  type EnvironmentView,
  type ErrorBody,
  type LoginAnswer,
  limits,
  planOf,
  type Tier,
  type UserView,
} from '@assay/contract';
import { accountDecider } from '@assay/domain';
import type { ApiUnderTest } from './apiUnderTest.ts';
import { type MailedLinks, startApiWithMail } from './mailedLinks.ts';

const signature = {
  actor: { kind: 'automation' as const, id: 'test' },
  occurredAt: new Date().toISOString(),
  $correlationId: 'ownAccounts',
};

describe('accounts that people make for themselves, where anybody may register', () => {
  let mail: MailedLinks;
  let api: ApiUnderTest;
  let ada: { token: string };
  beforeAll(async () => {
    mail = await startApiWithMail({ registration: { isOpen: true, promoCodes: new Set(), captcha: null } });
    api = mail.api;
    const login = { email: 'ada@example.net', password: 'plenty of moths' };
    await api.call('POST', '/register-email', {
      as: null,
      body: { ...login, firstName: 'Ada', lastName: 'Lovelace' },
    });
    await api.call('POST', `/verify-email?${await mail.linkTo(login.email)}`, { as: null });
    ada = (await api.call<LoginAnswer>('POST', '/login', { as: null, body: login })).body;
    await api.caughtUp();
  });
  afterAll(() => mail.stop());

  const create = (name: string, as: { token: string } = ada) =>
    api.call<CommandAnswer & ErrorBody>('POST', '/accounts', { as, body: { name } });
  const rolesOf = async (as: { token: string }) => {
    await api.caughtUp();
    return (await api.call<UserView>('GET', '/users/me', { as })).body.roles;
  };
  const plan = async (accountId: string, tier: number) => {
    const { eventLog } = api;
    const context = { accountId: accountId as AccountId, ...signature };
    await eventLog.handle(accountDecider, accountId, { type: 'changePlan', plan: planOf(tier as Tier) }, context);
  };

  it('as administrators, several each, set up step by step', async () => {
    const first = await create('Engines');
    expect(first.status).toBe(201);
    const own = { ...ada, accountId: first.body.id as AccountId };
    expect(await rolesOf(ada)).toMatchObject([
      { accountId: first.body.id, accountName: 'Engines', roleType: 'ADMIN', setupComplete: false },
    ]);
    const setup = async () => (await api.call<AccountSetupView>('GET', '/account/setup-step', { as: own })).body;
    expect(await setup()).toEqual({ steps: [], setupComplete: false });
    await api.done('POST', '/account/setup-step', { as: own, body: { step: 'Upload' } });
    await api.done('POST', '/account/setup-step', { as: own, body: { step: 'Connect' } });
    expect(await setup()).toEqual({ steps: ['Connect', 'Upload'], setupComplete: false });
    await api.done('POST', '/account/setup-complete', { as: own });
    expect(await setup()).toEqual({ steps: [], setupComplete: true });
    expect((await api.call<AccountView>('GET', '/account', { as: own })).body.setupComplete).toBe(true);
    expect((await create('Notes')).status).toBe(201);
    expect(await rolesOf(ada)).toMatchObject([{ setupComplete: true }, { accountName: 'Notes', setupComplete: false }]);
  });

  it('with an environment to begin with, made once', async () => {
    const { body } = await create('Begins');
    const own = { ...ada, accountId: body.id as AccountId };
    const environments = async () => {
      await api.caughtUp();
      return (await api.call<EnvironmentView[]>('GET', '/environments', { as: own })).body;
    };
    const [local, ...others] = await environments();
    expect(local).toMatchObject({ key: 'local', name: 'Local' });
    expect(others).toEqual([]);
    await api.done('DELETE', `/environments/${local?.id}`, { as: own });
    expect((await create('Begins')).status).toBe(400);
    await api.done('POST', '/environments', { as: own, body: { key: 'local', name: 'Mine' } });
    expect(await environments()).toMatchObject([{ name: 'Mine' }]);
  });

  it('whose plan is selected, unless it includes everything', async () => {
    const { body } = await create('Limited');
    const own = { ...ada, accountId: body.id as AccountId };
    await plan(body.id, 1);
    await api.caughtUp();
    const errors = [{ field: 'plan', message: 'You must select a plan' }];
    expect(await api.call('POST', '/account/setup-complete', { as: own })).toMatchObject({
      status: 400,
      body: { errors },
    });
    await api.done('POST', '/account/setup-step', { as: own, body: { step: 'Payment' } });
    expect((await api.call('POST', '/account/setup-complete', { as: own })).status).toBe(200);
  });

  it('by names that no other account has and that can be part of an address', async () => {
    const taken = { field: 'name', message: 'This name is already in use' };
    expect((await create('ACME')).body.errors).toEqual([taken]);
    for (const name of ['a/b', 'login', '..']) {
      expect((await create(name)).body.errors).toMatchObject([{ field: 'name' }]);
    }
  });

  it('once, if they ask twice at the same moment', async () => {
    const answers = await Promise.all([create('Once'), create('Once')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect((await rolesOf(ada)).filter(({ accountName }) => accountName === 'Once')).toHaveLength(1);
  });

  it('completely, after a crash between its steps', async () => {
    const { userId } = await api.newPerson(api.admin.accountId, 'USER');
    const [as, accountId] = [
      { token: await api.operations.sessions.start(userId) },
      await accountIdFor(api, 'Half', userId),
    ];
    const reserved = { kind: 'accountName' as const, scope: 'global', value: 'Half' };
    const context = { accountId, ...signature };
    await withReservedNames(api, [reserved], `account-${accountId}`, context, () =>
      api.eventLog.handle(accountDecider, accountId, { type: 'createAccount', accountId, name: 'Half' }, context),
    );
    expect((await create('Half')).body.errors).toMatchObject([{ field: 'name' }]);
    expect(await create('half', as)).toMatchObject({ status: 201, body: { id: accountId } });
  });

  it('which others cannot set up', async () => {
    const user = await api.newPerson(api.admin.accountId, 'USER');
    const body = { step: 'Connect' };
    expect((await api.call('POST', '/account/setup-step', { as: user, body })).status).toBe(403);
    expect(await rolesOf(api.admin)).toMatchObject([{ accountName: 'acme', setupComplete: true }]);
  });

  it('lets a person be in 20 accounts, and make no more', async () => {
    const maker = await api.newAccount('maker');
    const { token } = maker;
    const make = (name: string) => api.call<ErrorBody>('POST', '/accounts', { as: { token }, body: { name } });
    for (let own = 1; own < limits.accountsOfPerson; own++) expect((await make(`maker-${own}`)).status).toBe(201);
    await api.caughtUp();
    expect(await make('one-too-many')).toMatchObject({ status: 409, body: { code: 'account.tooMany' } });
  });
});
