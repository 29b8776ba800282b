import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkExternalIdentity } from '@assay/application';
import type {
  AccessLogPage,
  AuditEntry,
  ErrorBody,
  InvitationView,
  NamedApiKeyView,
  PersonalExport,
  UserId,
  UserRoleView,
} from '@assay/contract';
import { backupMongo, startMongo } from '@assay/embedded-mongo';
import { eventSchemas } from '@assay/event-schemas';
import { openMongoClient, operationsDatabase } from '@assay/operations';
import type { Document, MongoClient } from 'mongodb';
import { eventually } from '../../../test/support/eventually.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { type MailedLinks, startApiWithMail } from './mailedLinks.ts';

const names = { firstName: 'Zephyrine', lastName: 'Quillfeather' };
const email = 'Zephyrine.Quillfeather@example.net';
const subject = 'subject-of-quillfeather';
const password = 'plenty of moths';
/** Whatever tells who it was. */
const traces = /zephyrine|quillfeather/i;
const browser = 'QuillfeatherBrowser/1';

/** @returns every document of a store, with the collection that it is in */
async function everyDocument(client: MongoClient): Promise<{ collection: string; document: Document }[]> {
  const found: { collection: string; document: Document }[] = [];
  for (const { name: database } of (await client.db().admin().listDatabases()).databases) {
    const db = client.db(database);
    for (const { name } of await db.listCollections().toArray()) {
      const documents = await db.collection(name).find().toArray();
      found.push(...documents.map((document) => ({ collection: name, document })));
    }
  }
  return found;
}

describe('the data of a person', () => {
  let mail: MailedLinks;
  let api: ApiUnderTest;
  let other: Person;
  let staff: Person;
  beforeAll(async () => {
    mail = await startApiWithMail();
    api = mail.api;
    other = await api.newAccount('other');
    staff = await api.newAccount('staff');
    await grantStaff(api, staff);
  });
  afterAll(() => mail.stop());

  const invite = (as: Person, roleType = 'ADMIN', invited: object = { email, ...names }) =>
    api.done('POST', '/user-roles', { as, body: { ...invited, roleType } });
  const friend = { email: 'friend@example.net', firstName: 'Grace', lastName: 'Hopper' };
  const roles = async (as: Person) => (await api.call<UserRoleView[]>('GET', '/user-roles', { as })).body;
  const exported = async (as: { token: string }) => api.done<PersonalExport>('GET', '/users/me/export', { as });

  /** Somebody who came by the invitation that was mailed last. */
  async function registered(mails: number): Promise<Person> {
    const link = await mail.linkTo(email, mails);
    const registration = { ...Object.fromEntries(link), ...names, password };
    const { token } = await api.done<{ token: string }>('POST', '/register-email', {
      as: null,
      body: registration,
      headers: { 'user-agent': browser },
    });
    const { accountId } = api.admin;
    const own = (await roles(api.admin)).find(({ user }) => user.email === email);
    return { token, accountId, email, password, userId: own?.user.id ?? ('' as UserId) };
  }

  /** @returns where something still tells who it was: read as far as any process of the installation can */
  async function tracesLeft(documents = everyDocument(api.documentStore)): Promise<string[]> {
    const places = new Set<string>();
    for (const { collection, document } of await documents) {
      if (traces.test(JSON.stringify(document))) places.add(collection);
    }
    const types = [...new Set(eventSchemas.map(({ name }) => name))];
    for await (const { events } of api.eventLog.readToEnd('start', types)) {
      for (const event of events) {
        const readable = await api.eventLog.revealPersonalData(event);
        if (traces.test(JSON.stringify(readable))) places.add(event.type);
      }
    }
    if (api.securityLines.some((line) => traces.test(line))) places.add('security log');
    return [...places].map((place) => place.replace(/_v\d+.*$/, '')).sort();
  }

  /** What somebody leaves behind who worked here. */
  async function livesHere(): Promise<Person> {
    // Not knowing them yet, each of the two accounts expects somebody else to come.
    await invite(other, 'USER');
    await mail.linkTo(email);
    await invite(api.admin);
    const person = await registered(2);
    await invite(person, 'USER', friend);
    await mail.linkTo(friend.email);
    const google = { provider: 'google', issuer: 'https://accounts.google.com', subject, email };
    const actor = { kind: 'user' as const, id: person.userId };
    const signed = { accountId: null, actor, occurredAt: new Date().toISOString(), $correlationId: 'test' };
    await linkExternalIdentity(api, person.userId, google, signed);
    await api.done('POST', '/users/me', { as: person, body: { ...names, lastName: 'Quillfeather-Moss' } });
    await api.done('POST', '/account/api-keys', { as: person, body: { name: 'Nightly', scope: 'CI' } });
    const team = await api.done('POST', '/team', { as: person, body: { name: 'Feathers' } });
    await api.done('POST', `/team/${team.id}/user/${person.userId}`, { as: person });
    await api.done('POST', '/environments', { as: person, body: { key: 'nest', name: 'Nest' } });
    await api.done('POST', '/users/me/two-factor', { as: person, body: { currentPassword: password } });
    await api.done('POST', '/login', { as: null, body: { email, password }, headers: { 'user-agent': browser } });
    return person;
  }

  it('is told to them in full, and to nobody else', async () => {
    const person = await livesHere();
    const data = await exported(person);
    expect(data).toMatchObject({
      profile: { id: person.userId, ...names, lastName: 'Quillfeather-Moss', email, staff: false, hasPassword: true },
      roles: [{ accountName: 'acme', roleType: 'ADMIN' }],
      teams: [{ name: 'Feathers' }],
      sessions: [{ address: '127.0.0.1', userAgent: browser }, { userAgent: browser }],
      externalIdentities: [{ provider: 'google', email, username: null }],
      invitationsReceived: [
        { accountId: other.accountId, email, roleType: 'USER', accepted: false },
        { accountId: api.admin.accountId, email, roleType: 'ADMIN', accepted: true },
      ],
      invitationsSent: [{ accountId: api.admin.accountId, roleType: 'USER' }],
      apiKeys: [{ name: 'Nightly', lastUsedAt: null }],
      visits: [{ action: 'signedIn', address: '127.0.0.1' }],
    });
    expect(data.mails.map(({ subject }) => subject).sort()).toEqual(['Join acme on Assay', 'Join other on Assay']);
    expect(data.actions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ category: 'user', event: 'UserRegistered', accountId: null }),
        expect.objectContaining({ category: 'team', event: 'TeamCreated', accountId: api.admin.accountId }),
      ]),
    );
    expect(JSON.stringify(data)).not.toMatch(/friend@example|Hopper|argon2|keyHash/);
    expect(JSON.stringify(await exported(other))).not.toMatch(traces);
  });

  it('is gone everywhere once they are erased, and stays gone in backups and rebuilt read models', async () => {
    const [before] = (await roles(api.admin)).filter(({ user }) => user.email === email);
    const userId = before?.user.id ?? '';
    const { body: session } = await api.call<{ token: string }>('POST', '/login', {
      as: null,
      body: { email, password },
    });
    expect(await tracesLeft()).toEqual(
      expect.arrayContaining(['ExternalIdentityLinked', 'InvitationSent', 'UserRegistered', 'invitations', 'outbox']),
    );
    const erase = (currentPassword?: string) =>
      api.call<ErrorBody>('POST', '/users/me/erase', { as: session, body: { currentPassword } });
    for (const wrong of ['not mine', undefined]) {
      expect((await erase(wrong)).body.errors).toMatchObject([{ field: 'currentPassword' }]);
    }
    expect((await erase(password)).status).toBe(204);
    await api.caughtUp();
    expect((await api.call('GET', '/users/me', { as: session })).status).toBe(401);

    await eventually(async () => expect(await tracesLeft()).toEqual([]));
    const folder = await mkdtemp(join(tmpdir(), 'assay-erased-'));
    await backupMongo({ dataDir: join(api.dataDir, 'documents'), to: folder });
    const backup = await startMongo({ port: 0, dataDir: folder });
    const client = openMongoClient(backup.url);
    const kept = await everyDocument(client);
    await client.close();
    await backup.stop();
    await rm(folder, { recursive: true });
    expect(kept.find(({ document }) => String(document._id) === `user:${userId}`)?.document.wrapped).toBeNull();
    expect(await tracesLeft(Promise.resolve(kept))).toEqual([]);

    /** Of the collection in use: the one that it replaced stays for a while. */
    const content = async (readModel: string) => {
      const documents = await everyDocument(api.documentStore);
      const state = documents.find(
        ({ collection, document }) => collection === 'projectionStates' && String(document._id) === readModel,
      );
      return documents
        .filter(({ collection }) => collection === state?.document.live)
        .map(({ document }) => document)
        .sort((a, b) => (String(a._id) < String(b._id) ? -1 : 1));
    };
    await api.caughtUp();
    for (const readModel of ['people', 'invitations', 'accessFacts', 'teams', 'userActions']) {
      const live = await content(readModel);
      expect(live).not.toHaveLength(0);
      await api.rebuild(readModel);
      expect([readModel, await content(readModel)]).toEqual([readModel, live]);
    }
    expect(await tracesLeft()).toEqual([]);
  });

  it('leaves what they made, under an id without a name', async () => {
    const gone = 'Erased person';
    const { body: log } = await api.call<AccessLogPage>('GET', '/account/access-log?kind=role');
    expect(log.entries).toContainEqual(
      expect.objectContaining({
        action: 'roleRemoved',
        about: gone,
        actor: expect.objectContaining({ fullName: gone }),
      }),
    );
    const { body: visits } = await api.call<AccessLogPage>('GET', '/account/access-log?kind=signIn');
    const theirs = visits.entries.filter(({ actor }) => actor.fullName === gone);
    expect(theirs.map(({ address }) => address)).toEqual(theirs.map(() => null));
    expect(theirs.length).toBeGreaterThan(0);
    const { body: keys } = await api.call<NamedApiKeyView[]>('GET', '/account/api-keys');
    expect(keys).toMatchObject([{ name: 'Nightly', createdBy: { fullName: gone, email: '' } }]);
    const { body: invitations } = await api.call<InvitationView[]>('GET', '/account/invitations');
    expect(invitations).toMatchObject([{ email: friend.email, sentBy: { fullName: gone } }]);
    const { body: environments } = await api.call<{ id: string; key: string }[]>('GET', '/environments');
    const nest = environments.find(({ key }) => key === 'nest');
    const { body: trail } = await api.call<AuditEntry[]>('GET', `/environments/${nest?.id}/auditTrail`);
    expect(trail).toContainEqual(expect.objectContaining({ userName: gone, email: null }));
  });

  it('does not keep their address: they can be invited again, as somebody else to the installation', async () => {
    await invite(api.admin, 'USER');
    const again = await registered(3);
    expect((await exported(again)).invitationsReceived).toHaveLength(1);
    expect((await roles(api.admin)).map(({ user }) => user.email)).toContain(email);
  });

  it('stays while others depend on them as their last administrator', async () => {
    const admin = await api.newAccount('lonely');
    const user = await api.newPerson(admin.accountId, 'USER');
    const erase = () => api.call('POST', '/users/me/erase', { as: admin, body: { currentPassword: admin.password } });
    expect(await erase()).toMatchObject({ status: 409, body: { code: 'userRole.lastAdministrator' } });
    expect((await api.call('GET', '/account', { as: admin })).status).toBe(200);
    const own = (await roles(admin)).find((role) => role.user.id === user.userId);
    await api.done('PUT', `/user-roles/${own?.id}`, { as: admin, body: { roleType: 'ADMIN' } });
    expect((await erase()).status).toBe(204);
    // Whoever is left alone may go as well.
    const last = { as: user, body: { currentPassword: user.password } };
    expect((await api.call('POST', '/users/me/erase', last)).status).toBe(204);
  });

  it('is erased by the staff with a reason, which is kept', async () => {
    const grace = await api.newPerson(other.accountId, 'USER');
    const path = `/employee/users/${grace.userId}/erase`;
    const body = { reason: 'Asked for it by letter' };
    expect((await api.call('POST', path, { as: api.admin, body })).status).toBe(403);
    expect((await api.call('POST', path, { as: staff, body: { reason: '' } })).status).toBe(400);
    expect((await api.call('POST', path, { as: staff, body })).status).toBe(200);
    expect((await api.call('GET', '/users/me', { as: grace })).status).toBe(401);
    const facts = [];
    for await (const event of api.eventLog.read(`user-${grace.userId}`)) facts.push(event);
    expect(facts.at(-1)).toMatchObject({
      type: 'UserErased',
      data: { userId: grace.userId, ...body },
      envelope: { actor: { kind: 'staff', id: staff.userId } },
    });
    await api.caughtUp();
    expect((await api.call('POST', path, { as: staff, body })).status).toBe(404);
  });

  it('is erased by somebody without a password only soon after signing in', async () => {
    const grace = await api.newPerson(other.accountId, 'USER');
    await api.operations.credentials.remove(grace.userId);
    const erase = () => api.call('POST', '/users/me/erase', { as: grace, body: {} });
    const sessions = api.documentStore.db(operationsDatabase).collection('sessions');
    const signedInAgo = (minutes: number) =>
      sessions.updateOne({ userId: grace.userId }, { $set: { startedAt: new Date(Date.now() - minutes * 60_000) } });
    await signedInAgo(11);
    expect(await erase()).toMatchObject({ status: 403, body: { code: 'erase.signInAgain' } });
    await signedInAgo(9);
    expect((await erase()).status).toBe(204);
  });
});
