import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningMongo, startMongo } from '@assay/embedded-mongo';
import { MongoClient, type MongoClientOptions } from 'mongodb';
import { credentialsOf } from '../../../packages/embedded-mongo/src/authentication/credentialsOf.ts';
import { eventually } from '../../support/eventually.ts';
import { patienceMs } from '../../support/patience.ts';
import { selfSignedCertificate } from '../../support/selfSignedCertificate.ts';
import { serverError } from './mongoUnderTest.ts';
import { RawClient } from './rawClient.ts';

// A server given by its URL has users of its own.
const describeOwn = process.env.COMPAT_MONGODB_URL === undefined ? describe : describe.skip;

describeOwn('a server with a password', () => {
  const credentials = { user: 'tess,t=1', password: 'pass wörd' };
  let folder: string;
  let running: RunningMongo;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mongo-authentication-'));
    running = await startMongo({ port: 0, dataDir: join(folder, 'data'), credentials });
  });
  afterAll(async () => {
    await running.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function withClient<T>(url: string, options: MongoClientOptions, use: (client: MongoClient) => Promise<T>) {
    const client = new MongoClient(url, { retryWrites: false, serverSelectionTimeoutMS: patienceMs, ...options });
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  }
  const auth = (username: string, password: string): MongoClientOptions => ({ auth: { username, password } });

  it('accepts clients that know it', async () => {
    await withClient(running.url, auth(credentials.user, credentials.password), async (client) => {
      await client.db('x').collection('y').insertOne({ a: 1 });
      expect(await client.db('x').collection('y').countDocuments()).toBe(1);
    });
    await withClient(
      running.url,
      { ...auth(credentials.user, credentials.password), authMechanism: 'SCRAM-SHA-256', authSource: 'admin' },
      (client) => client.db('x').command({ dbStats: 1 }),
    );
  });

  it('refuses a wrong password, user, database and mechanism', async () => {
    const attempt = (options: MongoClientOptions) =>
      serverError(withClient(running.url, options, (client) => client.db('x').command({ ping: 1 })));
    expect(await attempt(auth(credentials.user, 'wrong'))).toMatchObject({
      code: 18,
      codeName: 'AuthenticationFailed',
    });
    expect(await attempt(auth('nobody', credentials.password))).toMatchObject({ code: 18 });
    expect(await attempt({ ...auth(credentials.user, credentials.password), authSource: 'x' })).toMatchObject({
      code: 18,
    });
    expect(
      await attempt({ ...auth(credentials.user, credentials.password), authMechanism: 'SCRAM-SHA-1' }),
    ).toMatchObject({ code: 334, codeName: 'MechanismUnavailable' });
  });

  it('answers only a handshake and a ping without authentication', async () => {
    await withClient(running.url, {}, async (client) => {
      expect(await client.db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
      for (const command of [
        { find: 'y' },
        { insert: 'y', documents: [{}] },
        { serverStatus: 1 },
        { listDatabases: 1 },
      ]) {
        expect(await serverError(client.db('admin').command(command))).toMatchObject({
          code: 13,
          codeName: 'Unauthorized',
        });
      }
    });
  });

  it('does not accept authentication steps out of order', async () => {
    const raw = await RawClient.connect(running.url);
    const payload = Buffer.from('n,,n=tess=2Ct=3D1,r=abc');
    expect(await raw.command({ saslContinue: 1, conversationId: 1, payload, $db: 'admin' })).toMatchObject({
      code: 17,
    });
    const started = await raw.command({ saslStart: 1, mechanism: 'SCRAM-SHA-256', payload, $db: 'admin' });
    expect(started).toMatchObject({ ok: 1, done: false });
    const empty = Buffer.alloc(0);
    expect(await raw.command({ saslContinue: 1, conversationId: 1, payload: empty, $db: 'admin' })).toMatchObject({
      code: 18,
    });
    expect(await raw.command({ saslContinue: 1, conversationId: 1, payload: empty, $db: 'admin' })).toMatchObject({
      code: 17,
    });
    expect(await raw.command({ find: 'y', $db: 'x' })).toMatchObject({ code: 13 });
    raw.close();
  });

  it('speaks TLS when given a certificate', async () => {
    const certificate = await selfSignedCertificate();
    const secure = await startMongo({ port: 0, dataDir: join(folder, 'secure'), credentials, tls: certificate });
    try {
      expect(secure.url).toMatch(/tls=true$/);
      await withClient(
        secure.url,
        { ...auth(credentials.user, credentials.password), ca: certificate.cert },
        (client) => client.db('x').collection('y').insertOne({ a: 1 }),
      );
      const inTheClear = withClient(secure.url.replace('tls=true', ''), { serverSelectionTimeoutMS: 300 }, (client) =>
        client.db('x').command({ ping: 1 }),
      );
      await expect(inTheClear).rejects.toThrow();
    } finally {
      await secure.stop();
    }
  });

  it('is not filled by messages of clients without it, so that others can send large ones', async () => {
    const start = Buffer.alloc(46_000_000);
    start.writeInt32LE(47_000_000, 0);
    const strangers = await Promise.all(Array.from({ length: 12 }, () => RawClient.connect(running.url)));
    try {
      // Together almost as much as all clients may leave unfinished.
      for (const [index, { socket }] of strangers.entries()) socket.write(start.subarray(0, index === 0 ? 30e6 : 46e6));
      await eventually(() => strangers.every(({ socket }) => socket.destroyed || socket.writableLength === 0));
      await withClient(running.url, auth(credentials.user, credentials.password), (client) =>
        client
          .db('x')
          .collection('y')
          .insertOne({ large: 'l'.repeat(10_000_000) }),
      );
      await eventually(() => strangers.every(({ socket }) => socket.destroyed));
    } finally {
      for (const each of strangers) each.close();
    }
  });

  it('takes user and password from the environment or a file', async () => {
    const file = join(folder, 'password');
    await writeFile(file, 'from a file\n');
    expect(credentialsOf({})).toBeUndefined();
    expect(credentialsOf({ DOCUMENT_STORE_USER: 'u', DOCUMENT_STORE_PASSWORD: 'p' })).toEqual({
      user: 'u',
      password: 'p',
    });
    expect(credentialsOf({ DOCUMENT_STORE_USER: 'u', DOCUMENT_STORE_PASSWORD_FILE: file })?.password).toBe(
      'from a file',
    );
    expect(() => credentialsOf({ DOCUMENT_STORE_USER: 'u' })).toThrow('must be set together');
  });
});
