import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binaryEvent, jsonEvent } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import grpcStreams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { credentials, status } from '@grpc/grpc-js';
import { clientOf } from '../../../../test/compat/eventstore/clientOf.ts';
import { type EventStore, startEventStore } from '../startEventStore.ts';

const empty = () => new shared.Empty();

/** Requests that other clients may send and the Node.js client does not. */
describe('Streams.Read', () => {
  let folder: string;
  let server: EventStore;
  let raw: InstanceType<typeof grpcStreams.StreamsClient>;
  const ids = ['fedcba98-7654-4210-8123-456789abcdef', '11111111-2222-4333-8444-555555555555'] as const;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'read-call-'));
    server = await startEventStore({ port: 0, dataDir: folder });
    raw = new grpcStreams.StreamsClient(`127.0.0.1:${server.port}`, credentials.createInsecure());
    const client = clientOf(server.url);
    await client.appendToStream('orders', jsonEvent({ id: ids[0], type: 'Ordered', data: { n: 1 } }));
    await client.appendToStream('users', jsonEvent({ type: 'Invited', data: { n: 2 } }));
    await client.appendToStream('links', binaryEvent({ id: ids[1], type: '$>', data: Buffer.from('0@orders') }));
    await client.appendToStream('orders', jsonEvent({ type: 'Shipped', data: { n: 3 } }));
    await client.dispose();
  });
  afterAll(async () => {
    raw.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const options = () => new streams.ReadReq.Options().setCount('100').setNoFilter(empty());
  const ofAll = () => options().setAll(new streams.ReadReq.Options.AllOptions().setStart(empty()));
  const ofStream = (name: string) => {
    const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(name).toString('base64'));
    return options().setStream(
      new streams.ReadReq.Options.StreamOptions().setStreamIdentifier(identifier).setStart(empty()),
    );
  };
  const filter = (regex: string) =>
    new streams.ReadReq.Options.FilterOptions()
      .setStreamIdentifier(new streams.ReadReq.Options.FilterOptions.Expression().setRegex(regex))
      .setCount(empty());

  async function read(requested: ReadReq.Options | undefined): Promise<ReadResp[]> {
    const responses: ReadResp[] = [];
    for await (const response of raw.read(new streams.ReadReq().setOptions(requested))) responses.push(response);
    return responses;
  }

  const idOf = (id: ReturnType<ReadResp.ReadEvent.RecordedEvent['getId']>) => {
    const bits = (text: string) => BigInt.asUintN(64, BigInt(text)).toString(16).padStart(16, '0');
    const numbers = id?.getStructured();
    return bits(numbers?.getMostSignificantBits() ?? '0') + bits(numbers?.getLeastSignificantBits() ?? '0');
  };

  it('returns ids as two numbers to clients that do not ask for text', async () => {
    const [response] = await read(ofStream('links').setResolveLinks(true));
    expect(idOf(response?.getEvent()?.getEvent()?.getId())).toBe(ids[0].replaceAll('-', ''));
    expect(idOf(response?.getEvent()?.getLink()?.getId())).toBe(ids[1].replaceAll('-', ''));
  });

  it('filters a read of $all, and counts only what matches', async () => {
    const responses = await read(ofAll().setFilter(filter('^(orders|users)$')).setCount('2'));
    expect(responses.map((response) => response.getEvent()?.getCommitPosition())).toEqual(['2', '3']);
    expect(await read(ofAll().setFilter(filter('^orders$')))).toHaveLength(2);
  });

  it.each([
    ['without options', () => undefined],
    ['that names neither a stream nor $all', () => options()],
    ['of a stream with an empty name', () => ofStream('')],
    ['of a stream, filtered', () => ofStream('orders').setFilter(filter('.'))],
    ['with an invalid regular expression', () => ofAll().setFilter(filter('(')).setSubscription()],
  ])('refuses a read %s', async (_, requested) => {
    await expect(read(requested())).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });
});
