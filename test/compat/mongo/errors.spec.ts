import { once } from 'node:events';
import { connect } from 'node:net';
import { Long, MongoClient, ObjectId } from 'mongodb';
import { eventually } from '../../support/eventually.ts';
import { type MongoUnderTest, serverError, startMongoUnderTest } from './mongoUnderTest.ts';

describe('commands and their errors', () => {
  let mongo: MongoUnderTest;

  beforeAll(async () => {
    mongo = await startMongoUnderTest();
  });
  afterAll(() => mongo.stop());
  const freshName = (): string => `c_${new ObjectId().toHexString()}`;
  const refused = (command: object) => serverError(mongo.db.command(command));

  it('introduces itself as a standalone server', async () => {
    const hello = await mongo.db.command({ hello: 1 });
    expect(hello).toMatchObject({ isWritablePrimary: true, minWireVersion: 0, ok: 1, maxBsonObjectSize: 16777216 });
    expect(hello.maxWireVersion).toBeGreaterThanOrEqual(21);
    expect(await mongo.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
    expect(await mongo.db.admin().buildInfo()).toMatchObject({ ok: 1, version: expect.any(String) });
  });

  it('tells a client that waits when nothing has changed, again and again if the client wants that', async () => {
    const hello = await mongo.db.command({ hello: 1 });
    const { topologyVersion } = hello;
    expect(topologyVersion).toEqual({ processId: expect.any(ObjectId), counter: expect.anything() });
    const again = await mongo.db.command({ hello: 1, topologyVersion, maxAwaitTimeMS: 1 });
    expect(again.topologyVersion).toEqual(topologyVersion);
    expect((await refused({ hello: 1, topologyVersion })).code).toBe(31368);
    const watching = await MongoClient.connect(mongo.url, {
      serverMonitoringMode: 'stream',
      heartbeatFrequencyMS: 500,
      monitorCommands: true,
    });
    const beats: boolean[] = [];
    watching.on('serverHeartbeatSucceeded', ({ awaited }) => beats.push(awaited));
    watching.on('serverHeartbeatFailed', ({ failure }) => beats.push(Boolean(failure) && false));
    await eventually(async () => beats.filter(Boolean).length >= 3);
    expect(beats.filter((awaited) => !awaited)).toEqual([]);
    await watching.close();
  });

  it('hands out lists of collections and indexes in batches', async () => {
    const names = [freshName(), freshName(), freshName()];
    for (const name of names) await mongo.db.createCollection(name);
    const filter = { name: { $in: names } };
    const first = await mongo.db.command({ listCollections: 1, filter, nameOnly: true, cursor: { batchSize: 2 } });
    expect(first.cursor.firstBatch).toHaveLength(2);
    const [database, ...collection] = first.cursor.ns.split('.');
    expect(database).toBe(mongo.db.databaseName);
    const rest = await mongo.db.command({
      getMore: Long.fromString(String(first.cursor.id)),
      collection: collection.join('.'),
    });
    expect(rest.cursor).toMatchObject({ nextBatch: [{ type: 'collection' }], ns: first.cursor.ns });
    expect(String(rest.cursor.id)).toBe('0');
    const empty = await mongo.db.command({ listIndexes: names[0], cursor: { batchSize: 0 } });
    expect(empty.cursor.firstBatch).toEqual([]);
    expect(String(empty.cursor.id)).not.toBe('0');
    expect((await mongo.db.listCollections(filter, { batchSize: 1 }).toArray()).length).toBe(3);
    expect((await refused({ listIndexes: names[0], cursor: { batchSize: -1 } })).code).toBe(51024);
  });

  it('answers an unknown command with CommandNotFound', async () => {
    expect(await refused({ frobnicate: 1 })).toMatchObject({ code: 59, codeName: 'CommandNotFound' });
  });

  it('answers an unknown field of a command with 40415', async () => {
    expect((await refused({ find: 'x', frob: 1 })).code).toBe(40415);
  });

  it('carries out nothing of a write with malformed statements', async () => {
    const name = freshName();
    const good = { q: {}, u: { $set: { a: 1 } }, upsert: true };
    expect((await refused({ update: name, updates: [good, { ...good, frob: 1 }] })).code).toBe(40415);
    expect((await refused({ update: name, updates: [good, { q: {} }] })).code).toBe(40414);
    expect((await refused({ delete: name, deletes: [{ q: {}, limit: 0, frob: 1 }] })).code).toBe(40415);
    expect(await mongo.db.collection(name).countDocuments()).toBe(0);
  });

  it('returns its parameters', async () => {
    const admin = mongo.client.db('admin');
    const all = await admin.command({ getParameter: '*' });
    expect(all.authenticationMechanisms).toContain('SCRAM-SHA-256');
    const one = await admin.command({ getParameter: 1, featureCompatibilityVersion: 1 });
    expect(one).toEqual({ featureCompatibilityVersion: { version: expect.stringMatching(/^\d+\.\d+$/) }, ok: 1 });
    expect(await serverError(admin.command({ getParameter: 1, frob: 1 }))).toMatchObject({
      code: 72,
      codeName: 'InvalidOptions',
    });
  });

  it('honours the API version that a command declares', async () => {
    expect(await mongo.db.command({ ping: 1, apiVersion: '1', apiStrict: true })).toMatchObject({ ok: 1 });
    expect(await refused({ ping: 1, apiVersion: '2' })).toMatchObject({ code: 322, codeName: 'APIVersionError' });
    expect(await refused({ ping: 1, apiStrict: true })).toMatchObject({ code: 72 });
    const outside = { distinct: freshName(), key: 'a', apiVersion: '1', apiStrict: true };
    expect(await refused(outside)).toMatchObject({ code: 323, codeName: 'APIStrictError' });
  });

  it('answers wrong types with TypeMismatch', async () => {
    expect(await refused({ find: 'x', filter: 5 })).toMatchObject({ code: 14, codeName: 'TypeMismatch' });
    expect((await refused({ find: 'x', skip: 'y' })).code).toBe(14);
  });

  it('has error codes of its own for namespaces that exist or do not', async () => {
    const name = freshName();
    expect(await refused({ listIndexes: name })).toMatchObject({ code: 26, codeName: 'NamespaceNotFound' });
    await mongo.db.createCollection(name);
    expect(await refused({ create: name, capped: true, size: 5000 })).toMatchObject({
      code: 48,
      codeName: 'NamespaceExists',
    });
    expect((await refused({ create: 'a$b' })).code).toBe(73);
  });

  it('reads nothing from a missing collection, and creates it on the first write', async () => {
    const name = freshName();
    const collection = mongo.db.collection(name);
    expect(await collection.find().toArray()).toEqual([]);
    expect(await collection.countDocuments()).toBe(0);
    expect(await collection.updateMany({}, { $set: { a: 1 } })).toMatchObject({ matchedCount: 0 });
    expect(await mongo.db.listCollections({ name }).toArray()).toEqual([]);
    await collection.insertOne({ a: 1 });
    expect((await mongo.db.listCollections({ name }).toArray()).length).toBe(1);
  });

  it('renames and drops collections', async () => {
    const [from, to] = [freshName(), freshName()];
    await mongo.db.collection(from).insertOne({ a: 1 });
    await mongo.db.collection(to).insertOne({ b: 1 });
    expect((await serverError(mongo.db.collection(from).rename(to))).code).toBe(48);
    await mongo.db.collection(from).rename(to, { dropTarget: true });
    expect(
      await mongo.db
        .collection(to)
        .find({}, { projection: { _id: 0 } })
        .toArray(),
    ).toEqual([{ a: 1 }]);
    expect(await mongo.db.collection(to).drop()).toBe(true);
    expect(await mongo.db.collection(to).countDocuments()).toBe(0);
    await mongo.db.collection(to).insertOne({ c: 1 });
    expect(await mongo.db.collection(to).countDocuments()).toBe(1);
  });

  it('answers getMore on an unknown cursor with CursorNotFound', async () => {
    const command = { getMore: Long.fromString('123456789'), collection: 'x' };
    expect(await refused(command)).toMatchObject({ code: 43, codeName: 'CursorNotFound' });
  });

  it('kills cursors', async () => {
    const name = freshName();
    await mongo.db.collection(name).insertMany(Array.from({ length: 10 }, (_, i) => ({ i })));
    const first = await mongo.db.command({ find: name, batchSize: 2 });
    const id = Long.fromString(String(first.cursor.id));
    expect(await mongo.db.command({ killCursors: name, cursors: [id] })).toMatchObject({
      cursorsKilled: [expect.anything()],
    });
    expect((await refused({ getMore: id, collection: name })).code).toBe(43);
  });

  it('stops a query at its time limit', async () => {
    const name = freshName();
    const text = 'x'.repeat(200);
    for (let from = 0; from < 20_000; from += 10_000) {
      await mongo.db.collection(name).insertMany(Array.from({ length: 10_000 }, (_, i) => ({ n: from + i, text })));
    }
    const slow = mongo.db.collection(name).find({ text: /y+z/, n: { $mod: [7, 99] } }, { maxTimeMS: 1 });
    expect(await serverError(slow.toArray())).toMatchObject({ code: 50, codeName: 'MaxTimeMSExpired' });
  });

  it('serves others while a slow query runs', async () => {
    const name = freshName();
    await mongo.db
      .collection(name)
      .insertMany(Array.from({ length: 30_000 }, (_, n) => ({ n, text: 'x'.repeat(100) })));
    // A ping that waited for the query would never be answered before it.
    await eventually(async () => {
      let finished = false;
      const slow = mongo.db
        .collection(name)
        .find({ text: /x+y/ })
        .toArray()
        .then(() => {
          finished = true;
        });
      await mongo.db.command({ ping: 1 });
      const meanwhile = !finished;
      await slow;
      return meanwhile;
    });
  });

  it('refuses documents of more than 16 MB', async () => {
    const name = freshName();
    const half = 'x'.repeat(9 * 1024 * 1024);
    await mongo.db.collection<{ _id: number; half: string }>(name).insertOne({ _id: 1, half });
    const grown = serverError(
      mongo.db.collection<{ _id: number }>(name).updateOne({ _id: 1 }, { $set: { other: half } }),
    );
    expect([10334, 17419]).toContain((await grown).code);
    expect(await mongo.db.collection(name).countDocuments()).toBe(1);
  });

  it('returns large results in several batches', async () => {
    const name = freshName();
    const text = 'x'.repeat(1024 * 1024);
    await mongo.db.collection(name).insertMany(Array.from({ length: 40 }, (_, n) => ({ n, text })));
    const found = await mongo.db.collection(name).find().sort({ _id: 1 }).toArray();
    expect(found.map((document) => document.n)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  it('refuses transactions as a standalone server does', async () => {
    const command = {
      insert: 'x',
      documents: [{ a: 1 }],
      lsid: { id: new ObjectId() },
      txnNumber: Long.fromNumber(1),
      startTransaction: true,
      autocommit: false,
    };
    expect([20, 263, 50768, 72]).toContain((await serverError(mongo.client.db('x').command(command))).code);
  });

  it('closes a connection that sends nonsense, and no other', async () => {
    const { hostname, port } = new URL(mongo.url);
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    socket.write(Buffer.from('ffffff7f00000000000000000000000000000000', 'hex'));
    await once(socket, 'close');
    expect(await mongo.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  it('lists databases and their sizes', async () => {
    await mongo.db.collection(freshName()).insertOne({ a: 1 });
    const { databases } = await mongo.db.admin().listDatabases();
    expect(databases.map((database) => database.name)).toContain(mongo.db.databaseName);
    expect(await mongo.db.stats()).toMatchObject({ ok: 1, db: mongo.db.databaseName });
  });

  it('serves many connections at once', async () => {
    const name = freshName();
    const clients = await Promise.all(
      Array.from({ length: 10 }, () => MongoClient.connect(mongo.url, { retryWrites: false })),
    );
    await Promise.all(
      clients.map((client, i) =>
        client
          .db(mongo.db.databaseName)
          .collection(name)
          .insertMany(Array.from({ length: 50 }, (_, n) => ({ i, n }))),
      ),
    );
    await Promise.all(clients.map((client) => client.close()));
    expect(await mongo.db.collection(name).countDocuments()).toBe(500);
  });
});
