import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { type EventStoreDBClient, jsonEvent, streamNameFilter } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import { clientOf } from '../../../test/compat/eventstore/clientOf.ts';
import { collect, numbered, startOn, temporaryFolder } from '../../../test/compat/eventstore/eventStoreUnderTest.ts';
import { type SpawnedServer, spawnServer, terminate } from '../../../test/compat/eventstore/spawnedServer.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { happened } from '../../../test/support/happened.ts';

const servicePath = '/event_store.client.streams.Streams';

/** A gRPC message on the wire: uncompressed flag, length, bytes. */
function framed(message: Uint8Array, length = message.length): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, message]);
}

const call = (session: ClientHttp2Session, method: string) =>
  session.request({
    [constants.HTTP2_HEADER_METHOD]: 'POST',
    [constants.HTTP2_HEADER_PATH]: `${servicePath}/${method}`,
    'content-type': 'application/grpc',
    te: 'trailers',
  });

/** The gRPC status that a call ends with; undefined when it is cut off without one. */
function statusOf(stream: ClientHttp2Stream): Promise<number | undefined> {
  return new Promise((resolve) => {
    const take = (headers: Record<string, unknown>) => {
      if (headers['grpc-status'] !== undefined) resolve(Number(headers['grpc-status']));
    };
    stream.on('response', take).on('trailers', take);
    stream
      .on('error', () => undefined)
      .on('close', () => resolve(undefined))
      .resume();
  });
}

const empty = () => new shared.Empty();

function subscription(streamName: string): Uint8Array {
  const options: ReadReq.Options = new streams.ReadReq.Options()
    .setSubscription(new streams.ReadReq.Options.SubscriptionOptions())
    .setNoFilter(empty())
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(empty()));
  if (streamName === '$all') options.setAll(new streams.ReadReq.Options.AllOptions().setStart(empty()));
  else {
    const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(streamName).toString('base64'));
    options.setStream(new streams.ReadReq.Options.StreamOptions().setStreamIdentifier(identifier).setStart(empty()));
  }
  return framed(new streams.ReadReq().setOptions(options).serializeBinary());
}

describe('an event store with hostile clients', () => {
  let folder: string;
  let server: SpawnedServer;
  let address: string;
  let honest: EventStoreDBClient;
  const sessions: ClientHttp2Session[] = [];

  beforeAll(async () => {
    folder = await temporaryFolder();
    server = await spawnServer(folder);
    address = new URL(server.url.replace('esdb:', 'http:')).origin;
    honest = clientOf(server.url);
  });
  afterEach(async () => {
    for (const session of sessions.splice(0)) session.destroy();
    // After all that it is still the same process, and still serves.
    await honest.appendToStream('honest', numbered(1));
    expect(
      await collect(honest.readStream('honest', { direction: 'backwards', fromRevision: 'end', maxCount: 1 })),
    ).toHaveLength(1);
    expect(server.process.exitCode).toBeNull();
  });
  afterAll(async () => {
    await honest.dispose();
    expect(await terminate(server, 'SIGTERM')).toBe(0);
    await rm(folder, { recursive: true });
  });

  function newSession(): ClientHttp2Session {
    const session = connect(address);
    session.on('error', () => undefined);
    sessions.push(session);
    return session;
  }

  it('drops connections that do not speak HTTP/2', async () => {
    const { hostname, port } = new URL(address);
    for (const bytes of [randomBytes(4_096), Buffer.from('GET / HTTP/1.1\r\n\r\n'), Buffer.alloc(64 * 1024)]) {
      const socket = connectSocket(Number(port), hostname);
      socket.on('error', () => undefined).resume();
      socket.write(bytes);
      // It may be reset first.
      await happened(socket, 'close');
    }
  });

  it.each(['Append', 'Read', 'Delete', 'Tombstone', 'BatchAppend'])(
    'refuses bytes that are not a message of %s',
    async (method) => {
      // Cut off in the middle and left open.
      for (const body of [framed(Buffer.alloc(10), 100), Buffer.from([0, 0])]) {
        call(newSession(), method)
          .on('error', () => undefined)
          .end(body);
      }
      for (const body of [Buffer.alloc(300, 0xff), Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f])]) {
        const stream = call(newSession(), method);
        stream.end(framed(body));
        expect(await statusOf(stream)).toBeGreaterThan(status.OK);
      }
    },
  );

  it('refuses oversized messages before it has read them', async () => {
    const stream = call(newSession(), 'Append');
    stream.write(framed(Buffer.alloc(100), 0x7fff_ffff));
    expect(await statusOf(stream)).toBe(status.RESOURCE_EXHAUSTED);
  });

  /** Field 15, which no message defines, so the service skips it. */
  const padding = (bytes: number) =>
    Buffer.concat([
      Buffer.from([0x7a, 0x80 | (bytes & 0x7f), 0x80 | ((bytes >> 7) & 0x7f), bytes >> 14]),
      Buffer.alloc(bytes),
    ]);

  it.each([
    ['large events', 900_000, 0],
    ['small events in large messages', 10, 900_000],
  ])('limits the memory for what one client begins and never finishes: %s', async (_, size, padded) => {
    const stream = call(newSession(), 'BatchAppend').setMaxListeners(100);
    const ended = statusOf(stream);
    const proposed = new streams.BatchAppendReq.ProposedMessage()
      .setId(new shared.UUID().setString('11111111-2222-4333-8444-555555555555'))
      .setData(Buffer.alloc(size));
    proposed.getMetadataMap().set('type', 'Begun').set('content-type', 'application/octet-stream');
    for (let n = 0; n < 60 && !stream.destroyed; n += 1) {
      const id = new shared.UUID().setString(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
      const message = new streams.BatchAppendReq().setCorrelationId(id).setProposedMessagesList([proposed]);
      const bytes = Buffer.concat([message.serializeBinary(), padding(padded)]);
      if (!stream.write(framed(bytes))) await Promise.race([once(stream, 'drain'), ended]);
    }
    expect(await ended).toBe(status.RESOURCE_EXHAUSTED);
  });

  it('limits the memory for what many clients begin and never finish, and frees it when they disconnect', async () => {
    const proposed = new streams.AppendReq.ProposedMessage()
      .setId(new shared.UUID().setString('11111111-2222-4333-8444-555555555555'))
      .setData(Buffer.alloc(900_000));
    proposed.getMetadataMap().set('type', 'Begun').set('content-type', 'application/octet-stream');
    const bytes = framed(new streams.AppendReq().setProposedMessage(proposed).serializeBinary());
    const begin = (session: ClientHttp2Session) => {
      const stream = call(session, 'Append').on('error', () => undefined);
      const ended = statusOf(stream);
      const written = new Promise<void>((resolve) => stream.write(bytes, () => resolve()));
      return { stream, ended, heard: Promise.race([written, ended]) };
    };
    // The second time there would be no room unless the first had been freed.
    for (let time = 0; time < 2; time += 1) {
      const calls = Array.from({ length: 20 }, newSession).flatMap((session) =>
        Array.from({ length: 20 }, () => begin(session)),
      );
      // 360 MB, of which 256 MiB may wait.
      expect(await Promise.any(calls.map(({ ended }) => ended))).toBe(status.RESOURCE_EXHAUSTED);
      // One by one, after everything was sent: Node's client does not survive sessions destroyed while they send.
      await Promise.all(calls.map(({ heard }) => heard));
      for (const { stream } of calls) stream.close(constants.NGHTTP2_CANCEL);
      const ends = await Promise.all(calls.map(({ ended }) => ended));
      expect(ends.filter((end) => end === status.RESOURCE_EXHAUSTED).length).toBeLessThan(calls.length / 2);
    }
  });

  it('runs every regular expression in linear time or refuses it', async () => {
    await honest.appendToStream(`${'a'.repeat(900)}!`, numbered(1));
    for (const regex of ['^(a+)+$', '^(a|aa)*b$', '(.*)*x(.*)*y', '((a{0,99}){0,99}){0,9}$']) {
      const filter = streamNameFilter({ regex });
      const read = honest.subscribeToAll({ filter });
      const outcome = new Promise<void>((resolve) => {
        read
          .on('error', () => resolve())
          .on('caughtUp' as 'data', () => resolve())
          .resume();
      });
      await outcome;
      await read.unsubscribe();
      await honest.appendToStream('honest', numbered(1));
    }
  });

  it('serves a thousand connections and ten thousand subscribed streams', async () => {
    let heard = 0;
    let confirmed = 0;
    for (let n = 0; n < 1_000; n += 1) {
      const session = newSession();
      for (let s = 0; s < 10; s += 1) {
        const stream = call(session, 'Read');
        let first = true;
        stream
          .on('error', () => undefined)
          .on('data', (bytes: Buffer) => {
            if (first) confirmed += 1;
            first = false;
            if (bytes.includes('Counted')) heard += 1;
          });
        stream.end(subscription(`many-${n}-${s}`));
      }
      if (n % 50 === 49) await eventually(() => confirmed === (n + 1) * 10);
    }
    for (let n = 0; n < 1_000; n += 100) await honest.appendToStream(`many-${n}-${n % 7}`, numbered(1));
    await eventually(() => heard === 10);
  });

  const residentMegabytes = async () =>
    Number(/^RssAnon:\s+(\d+) kB$/m.exec(await readFile(`/proc/${server.process.pid}/status`, 'utf8'))?.[1]) / 1024;

  (process.platform === 'linux' ? it : it.skip)('buffers nothing for subscribers that do not read', async () => {
    const large = Array.from({ length: 10 }, () => jsonEvent({ type: 'Large', data: { text: 'x'.repeat(90_000) } }));
    await honest.appendToStream('large', large);
    const before = await residentMegabytes();
    for (let n = 0; n < 40; n += 1) {
      const stream = call(newSession(), 'Read');
      stream.on('error', () => undefined).pause();
      stream.end(subscription('$all'));
    }
    for (let n = 0; n < 30; n += 1)
      await honest.appendToStream(
        'large',
        large.map(({ type, data }) => jsonEvent({ type, data })),
      );
    // 27 MB were written: 40 queues of them would be a gigabyte.
    expect((await residentMegabytes()) - before).toBeLessThan(200);
  });
});

describe('stopping an event store', () => {
  it('does not wait for calls that clients leave open', async () => {
    const folder = await temporaryFolder();
    const server = await startOn(folder);
    const session = connect(`http://127.0.0.1:${server.port}`);
    session.on('error', () => undefined);
    for (const method of ['Append', 'BatchAppend', 'Read', 'Delete']) {
      const stream = call(session, method);
      stream.on('error', () => undefined);
      stream.write(framed(Buffer.alloc(0), 5));
    }
    await once(session, 'connect');
    await server.stop();
    session.destroy();
    const again = await startOn(folder);
    await again.stop();
    await rm(folder, { recursive: true });
  });
});
