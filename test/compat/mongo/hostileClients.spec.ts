import { rm } from 'node:fs/promises';
import { Binary, BSON, type Document, MongoClient } from 'mongodb';
import { patienceMs } from '../../support/patience.ts';
import { storesFolder } from '../../support/storesFolder.ts';
import { type DocumentStoreProcess, startDocumentStoreProcess } from './documentStoreProcess.ts';
import { serverError } from './mongoUnderTest.ts';
import { frameOf, messageOf, RawClient } from './rawClient.ts';

// A process of its own, so that a crash is noticed. How much load a real server withstands is its own affair.
const describeOwn = process.env.COMPAT_MONGODB_URL === undefined ? describe : describe.skip;

describeOwn('a hostile client', () => {
  let dataDir: string;
  let server: DocumentStoreProcess;
  let client: MongoClient;
  const raw: RawClient[] = [];

  beforeAll(async () => {
    dataDir = await storesFolder('mongo-hostile-');
    server = await startDocumentStoreProcess(dataDir);
    client = await MongoClient.connect(server.url, { retryWrites: false, socketTimeoutMS: patienceMs });
  });
  afterEach(async () => {
    for (const each of raw.splice(0)) each.close();
    expect(await client.db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
  });
  afterAll(async () => {
    await client.close();
    expect(await server.end('SIGTERM')).toBe(0);
    await rm(dataDir, { recursive: true, force: true });
  });

  async function rawClient(): Promise<RawClient> {
    const made = await RawClient.connect(server.url);
    raw.push(made);
    return made;
  }

  const nested = (depth: number): Document => {
    let document: Document = {};
    for (let i = 0; i < depth; i++) document = { a: document };
    return document;
  };

  it('is refused documents nested too deeply, and may continue', async () => {
    const deep = client.db('x').collection('deep');
    expect(await serverError(deep.insertOne(nested(190)))).toMatchObject({ code: 15 });
    expect(await serverError(deep.insertOne(nested(5_000)))).toMatchObject({ code: 15 });
    expect(await serverError(deep.find(nested(1_000)).toArray())).toMatchObject({ code: 15 });
    await deep.insertOne({ _id: 1 as never });
    const path = Array.from({ length: 300 }, () => 'a').join('.');
    expect(await serverError(deep.updateOne({}, { $set: { [path]: 1 } }))).toMatchObject({ code: 15 });
    await deep.insertOne(nested(150));
    expect(await deep.countDocuments()).toBe(2);
  });

  it('is refused documents that are too large', async () => {
    const text = 'x'.repeat(17 * 1024 * 1024);
    const one = await rawClient();
    expect(await one.command({ insert: 'big', documents: [{ _id: 1, text }], $db: 'x' })).toMatchObject({
      ok: 1,
      n: 0,
      writeErrors: [{ index: 0, code: 10334 }],
    });
    expect(await one.command({ count: 'big', $db: 'x' })).toMatchObject({ n: 0 });
  });

  it('ends only its own connection by a malformed message', async () => {
    const good = messageOf({ ping: 1, $db: 'x' });
    const broken = [
      Buffer.alloc(64),
      Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
      (() => {
        const length = Buffer.from(good);
        length.writeInt32LE(100_000_000, 0);
        return length;
      })(),
      frameOf(Buffer.alloc(30), 1),
      frameOf(Buffer.from([0, 0, 0, 0])),
      frameOf(Buffer.concat([Buffer.from([0, 0, 0, 0, 7]), BSON.serialize({ ping: 1 })])),
      frameOf(Buffer.concat([Buffer.from([255, 255, 0, 0, 0]), BSON.serialize({ ping: 1 })])),
      (() => {
        const inner = messageOf({ ping: 1, text: 'abc', $db: 'x' });
        inner.writeInt32LE(0x7fffffff, inner.indexOf('text') + 5);
        return inner;
      })(),
    ];
    for (const bytes of broken) {
      const one = await rawClient();
      one.socket.write(bytes);
      await one.ended();
    }
  });

  it('breaks nothing by messages with any byte changed', async () => {
    const seed = { value: 12345 };
    const random = (below: number): number => {
      seed.value = (Math.imul(seed.value, 1103515245) + 12345) >>> 0;
      return (seed.value >>> 8) % below;
    };
    const message = messageOf({
      aggregate: 'x',
      pipeline: [{ $match: { a: { $gt: 1 }, b: { $regex: 'x' } } }, { $group: { _id: '$a', n: { $sum: 1 } } }],
      cursor: {},
      $db: 'x',
    });
    for (let round = 0; round < 200; round++) {
      const one = await RawClient.connect(server.url);
      const changed = Buffer.from(message);
      for (let i = 0; i <= random(3); i++) changed[16 + random(changed.length - 16)] = random(256);
      one.socket.end(changed);
      await one.ended();
    }
  });

  it('blocks nobody with a pattern that backtracks without end', async () => {
    const texts = client.db('x').collection('texts');
    await texts.insertOne({ text: `${'a'.repeat(100_000)}b` });
    expect(await texts.countDocuments({ text: /^(a+)+$/ })).toBe(0);
    expect(await texts.countDocuments({ text: { $regex: '(a|aa)+c' } })).toBe(0);
    expect(await serverError(texts.countDocuments({ text: { $regex: '^(?=a)(a+)+$' } }))).toMatchObject({
      code: 51156,
    });
    const stage = { $project: { m: { $regexMatch: { input: '$text', regex: '(a*)*c' } } } };
    expect(await texts.aggregate([stage]).toArray()).toMatchObject([{ m: false }]);
  });

  it('costs no memory by not reading replies', async () => {
    const wide = client.db('x').collection('wide');
    await wide.insertMany(Array.from({ length: 40 }, (_, i) => ({ i, bytes: new Binary(Buffer.alloc(1_000_000)) })));
    const before = await residentMegabytes();
    for (let i = 0; i < 60; i++) {
      const one = await rawClient();
      one.socket.pause();
      for (let n = 0; n < 20; n++) one.socket.write(messageOf({ find: 'wide', batchSize: 1_000, $db: 'x' }, n + 1));
    }
    // Once later requests are served, all of these have been served as far as the client reads.
    for (let i = 0; i < 5; i++) expect(await wide.countDocuments({ i: { $lt: 20 } })).toBe(20);
    expect((await residentMegabytes()) - before).toBeLessThan(500);
  });

  it('costs no memory with messages that never end', async () => {
    const before = await residentMegabytes();
    const start = Buffer.alloc(8 * 1024 * 1024);
    start.writeInt32LE(47_000_000, 0);
    for (let i = 0; i < 90; i++) (await rawClient()).socket.write(start);
    expect(await client.db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
    expect((await residentMegabytes()) - before).toBeLessThan(900);
  });

  it('is one of a thousand, and all of them are answered', async () => {
    const many = await Promise.all(Array.from({ length: 1_000 }, rawClient));
    const filter = { i: { $gte: 0 } };
    const replies = await Promise.all(
      many.map((one, i) =>
        one.command(i % 2 === 0 ? { ping: 1, $db: 'x' } : { count: 'wide', query: filter, $db: 'x' }),
      ),
    );
    expect(replies.filter(({ ok }) => ok === 1)).toHaveLength(1_000);
  });

  async function residentMegabytes(): Promise<number> {
    const { mem } = await client.db('admin').command({ serverStatus: 1 });
    return Number(mem.resident);
  }
});
