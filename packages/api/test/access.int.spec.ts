import { createAccountWithAdmin } from '@assay/application';
import {
  type AccountId,
  apiKeyScopes,
  type Call,
  callsByArea,
  type ErrorBody,
  isOfAccount,
  may,
  type RoleType,
  requestOf,
  scopeIncludes,
  type UserRoleView,
} from '@assay/contract';
import { routeTable } from '../src/index.ts';
import { topicTable } from '../src/live/topicAccess.ts';
import { registerAgent } from './agentUnderTest.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { type ExampleThing, makeExampleThings, withRealIds } from './exampleThings.ts';
import { grantStaff } from './grantStaff.ts';
import { connectSocket } from './socketUnderTest.ts';

const calls: readonly Call[] = Object.values(callsByArea).flatMap((area): Call[] => Object.values(area));
const name = ({ method, path }: Call) => `${method} ${path}`;
const named = (some: readonly Call[]) => some.map((call) => [name(call), call] as const);

const ofAccount = calls.filter(({ permission }) => isOfAccount(permission));
const ofThings = ofAccount.filter(({ path }) => path.includes(':'));
const ofStaff = calls.filter(({ permission }) => permission === 'staff');

/** Reads come first, and archiving a thing comes after everything within it. */
function gentlestFirst(a: Call, b: Call): number {
  const rank = { GET: 0, POST: 1, PUT: 2, PATCH: 2, DELETE: 3 };
  return rank[a.method] - rank[b.method] || b.path.split('/').length - a.path.split('/').length;
}

/** Calls that change one thing which GET answers, by itself or in a list. */
const reads = calls.filter(({ method }) => method === 'GET').map(({ path }) => path);
const listOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
const changes = calls.filter(
  ({ method, path, body, mediaType }) =>
    (method === 'PUT' || method === 'PATCH') &&
    body !== undefined &&
    mediaType === undefined &&
    (reads.includes(path) || (/\/:\w+$/.test(path) && reads.includes(listOf(path)))),
);

describe('access', () => {
  let api: ApiUnderTest;
  let things: Record<ExampleThing, string>;
  let stranger: Person;
  let user: Person;

  beforeAll(async () => {
    api = await startApi();
    things = await makeExampleThings(api);
    stranger = await api.newAccount('stranger');
    user = await api.newPerson(api.admin.accountId, 'USER');
  });
  afterAll(() => api.stop());

  function ask(call: Call, as: Person | { token: string } | null) {
    const { method, path, body } = requestOf(call, withRealIds(call.example, things));
    if (!call.mediaType) return api.call<ErrorBody>(method, path, { as, body });
    const headers = { 'content-type': `${call.mediaType}; boundary=x` };
    return api.call<ErrorBody>(method, path, { as, body: Buffer.from('--x--'), headers });
  }

  /** Roles have no revision of their own. */
  type Shown = { id: string; revision?: string };
  /** @param path that of the thing, with its real ids */
  async function shown(call: Call, path: string): Promise<Shown> {
    if (reads.includes(call.path)) return (await api.call<Shown>('GET', path)).body;
    const all = (await api.call<Shown[]>('GET', listOf(path))).body;
    const own = all.find(({ id }) => path.endsWith(`/${id}`));
    if (!own) throw new Error(`GET ${listOf(path)} does not have it`);
    return own;
  }

  /** Somebody whose role was taken away. */
  async function formerMember(): Promise<Person> {
    const former = await api.newPerson(api.admin.accountId, 'ADMIN');
    const roles = (await api.call<UserRoleView[]>('GET', '/user-roles')).body;
    await api.done('DELETE', `/user-roles/${roles.find(({ user: { id } }) => id === former.userId)?.id}`);
    return former;
  }
  let staffCount = 0;
  async function staffWithoutRole(): Promise<Person> {
    staffCount += 1;
    const staff = await api.newAccount(`staff-${staffCount}`);
    await grantStaff(api, staff);
    return staff;
  }

  async function statusesOf(some: readonly Call[], as: Person | { token: string; accountId: AccountId }) {
    const statuses: Record<string, number> = {};
    for (const call of some) statuses[name(call)] = (await ask(call, as)).status;
    return statuses;
  }
  const statusOf = (some: readonly Call[], status: number) =>
    Object.fromEntries(some.map((call) => [name(call), status]));

  it('is declared by every call, and every call has one handler', () => {
    expect(calls.length).toBeGreaterThan(40);
    expect(changes.length).toBeGreaterThan(6);
    for (const { permission } of calls) expect(permission).toMatch(/^(public|signedIn|agent|staff|[a-zA-Z]+\.[a-z]+)$/);
    const open = calls.filter(({ permission }) => permission === 'public').map(name);
    expect(open.sort()).toEqual([
      'DELETE /unsubscribe/:token',
      'GET /auth-providers',
      'GET /blobs/:blobId',
      'GET /health',
      'GET /invitations',
      'GET /registration',
      'GET /shared-run',
      'GET /shared-run/results',
      'GET /shared-run/results/:testId',
      'GET /unsubscribe/:token',
      'GET /validate-promo-code',
      'POST /account',
      'POST /auth-code',
      'POST /auth-return',
      'POST /auth-start',
      'POST /forgot-password',
      'POST /login',
      'POST /password-reset',
      'POST /register',
      'POST /register-email',
      'POST /unsubscribe/:token',
      'POST /verify-email',
    ]);
    expect(routeTable.map(({ call }) => name(call)).sort()).toEqual(calls.map(name).sort());
    expect(new Set(calls.map(name)).size).toBe(calls.length);
  });

  it.each(named(calls.filter(({ permission }) => permission !== 'public')))(
    'needs a session or token: %s',
    async (_, call) => {
      const nobody = await ask(call, null);
      expect(nobody.status).toBe(401);
      expect(nobody.body).toMatchObject({ code: 'auth.required', requestId: expect.any(String) });
      expect((await ask(call, { token: 'made-up' })).status).toBe(401);
      // A person's token is not an agent's, and vice versa.
      if (call.permission === 'agent') expect((await ask(call, api.admin)).status).toBe(401);
    },
  );

  it.each(named(ofThings))('hides the things of another account: %s', async (_, call) => {
    expect((await ask(call, stranger)).status).toBe(404);
  });

  it.each(named(ofAccount))('hides an account in which the person has no role: %s', async (_, call) => {
    expect((await ask(call, { ...stranger, accountId: api.admin.accountId })).status).toBe(404);
  });

  it.each(named(ofStaff))('is refused to an administrator who is not of the staff: %s', async (_, call) => {
    expect(await ask(call, api.admin)).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
  });

  it('is refused to sessions that ended and to agents, whatever the call', async () => {
    const { userId, accountId } = api.admin;
    const ended = { token: await api.operations.sessions.start(userId), accountId };
    await api.operations.sessions.end(ended.token);
    const agent = await registerAgent(api, accountId);
    const ofPeople = calls.filter(({ permission }) => permission !== 'public' && permission !== 'agent');
    expect(await statusesOf(ofPeople, ended)).toEqual(statusOf(ofPeople, 401));
    expect(await statusesOf(ofPeople, { token: agent.token, accountId })).toEqual(statusOf(ofPeople, 401));
  });

  it('ends with the role: former members and staff without a role find no account', async () => {
    for (const person of [await formerMember(), await staffWithoutRole()]) {
      const as = { ...person, accountId: api.admin.accountId };
      expect(await statusesOf(ofAccount, as)).toEqual(statusOf(ofAccount, 404));
    }
  });

  it('to live topics follows the same rights', async () => {
    const { accountId } = api.admin;
    const topics = [...topicTable(calls)].map(([topic, { permission, of }]) => {
      const id = of === null ? null : Object.entries(things).find(([thing]) => thing === of)?.[1];
      return { topic: id === null ? topic : `${topic}:${id}`, permission };
    });
    expect(topics.length).toBeGreaterThan(10);
    expect(topics.map(({ topic }) => topic).join(' ')).not.toContain('undefined');
    const answers = async ({ token }: { token: string }) => {
      const socket = await connectSocket(api, token);
      const given = [];
      for (const { topic } of topics) given.push([topic, await socket.ask('subscribe', accountId, topic)]);
      socket.socket.disconnect();
      return Object.fromEntries(given);
    };
    const expected = (role: RoleType | null) =>
      Object.fromEntries(
        topics.map(({ topic, permission }) => {
          if (role === null) return [topic, { ok: false, code: 'notFound' }];
          const isAllowed = may([{ role, accountId }], permission, { accountId });
          return [topic, isAllowed ? { ok: true } : { ok: false, code: 'auth.forbidden' }];
        }),
      );
    expect(await answers(api.admin)).toEqual(expected('ADMIN'));
    expect(await answers(user)).toEqual(expected('USER'));
    expect(await answers(stranger)).toEqual(expected(null));
    const member = await formerMember();
    expect(await answers(member)).toEqual(expected(null));
    expect(await answers(await staffWithoutRole())).toEqual(expected(null));
  });

  it('to live topics needs a session: no other token opens a socket', async () => {
    const { userId, accountId } = api.admin;
    const ended = await api.operations.sessions.start(userId);
    await api.operations.sessions.end(ended);
    const keys = await Promise.all(
      apiKeyScopes.map((scope) =>
        api.done<{ key: string }>('POST', '/account/api-keys', { body: { name: scope, scope } }),
      ),
    );
    const agent = await registerAgent(api, accountId);
    for (const token of [ended, agent.token, ...keys.map(({ key }) => key), 'made-up']) {
      await expect(connectSocket(api, token)).rejects.toMatchObject({ message: 'auth.required' });
    }
  });

  it('keeps nothing of what strangers tried', async () => {
    expect((await api.call('GET', '/projects')).body).toMatchObject([{ id: things.project, description: null }]);
    expect((await api.call('GET', '/environments')).body).toMatchObject([
      { id: things.environment, maximumParallelTestRuns: 0 },
    ]);
    expect((await api.call('GET', '/runner-pools')).body).toMatchObject([{ id: things.runnerPool, maxRunners: 4 }]);
    expect((await api.call('GET', '/pipeline-stages')).body).toMatchObject([
      { id: things.pipelineStage, testRunPriority: 1 },
    ]);
  });

  it('needs the Account header only from people with several roles', async () => {
    const { token, userId, email } = stranger;
    expect((await api.call('GET', '/account', { as: { token } })).status).toBe(200);
    const second = { accountName: 'second', email, firstName: 'A', lastName: 'B', password: 'first programmer' };
    const made = await createAccountWithAdmin(api, { ...second, existingPerson: 'add' });
    expect(made.userId).toBe(userId);
    await api.caughtUp();
    expect((await api.call('GET', '/account', { as: { token } })).body).toMatchObject({ code: 'account.unclear' });
    const chosen = await api.call('GET', '/account', { as: { token, accountId: made.accountId } });
    expect(chosen.body).toMatchObject({ id: made.accountId, name: 'second' });
  });

  it.each(named(changes))('takes back what GET answers, and changes nothing: %s', async (_, call) => {
    const { path } = requestOf(call, withRealIds(call.example, things));
    const before = await shown(call, path);
    const answer = await api.call<{ revision: string }>(call.method, path, { body: before });
    expect(answer.status).toBe(200);
    if (before.revision !== undefined) expect(answer.body.revision).toBe(before.revision);
    expect(await shown(call, path)).toEqual(before);
    const elsewhere = await api.call<ErrorBody>(call.method, path, { body: { ...before, id: 'another' } });
    expect(elsewhere.body.errors).toContainEqual({ field: 'id', message: 'Unknown field' });
  });

  // Those below change things; in each, archiving comes last.
  it.each(named([...ofAccount].sort(gentlestFirst)))('accepts the example from the owner: %s', async (_, call) => {
    const { status, body } = await ask(call, api.admin);
    expect({ status, code: body?.code }).not.toMatchObject({ status: 404 });
    expect([401, 403, 500]).not.toContain(status);
  });

  it.each(named(ofAccount))('is refused to a role without the permission: %s', async (_, call) => {
    const { permission } = call;
    if (!isOfAccount(permission)) throw new Error('no role');
    const answer = await ask(call, user);
    const { accountId } = api.admin;
    if (may([{ role: 'USER', accountId }], permission, { accountId })) expect(answer.status).not.toBe(403);
    else expect(answer).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
  });

  it.each([null, ...apiKeyScopes])(
    "with an API key is what its scope includes, and nothing of a person's: %s",
    async (scope) => {
      const [path, body] = scope ? ['/account/api-keys', { name: scope, scope }] : ['/account/api-key', undefined];
      const { key } = await api.done<{ key: string }>('POST', path, { body });
      const statuses = await statusesOf(calls, { token: key, accountId: api.admin.accountId });
      for (const call of calls.filter(({ permission }) => permission !== 'public')) {
        const isRefused = [401, 403].includes(statuses[name(call)] ?? 0);
        const isIncluded = isOfAccount(call.permission) && scopeIncludes(scope ?? 'CI', call.permission);
        expect({ call: name(call), isRefused }).toEqual({ call: name(call), isRefused: !isIncluded });
      }
    },
  );
});
