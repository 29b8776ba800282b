import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import grpcStreams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams, { type BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { credentials } from '@grpc/grpc-js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import timestamps from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { clientOf } from '../../../../test/compat/eventstore/clientOf.ts';
import { type EventStore, startEventStore } from '../startEventStore.ts';

/** Requests that the Node.js client never sends: appends split into several messages, and deadlines. */
describe('Streams.BatchAppend', () => {
  let folder: string;
  let server: EventStore;
  let raw: InstanceType<typeof grpcStreams.StreamsClient>;
  let client: EventStoreDBClient;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'batch-append-'));
    server = await startEventStore({ port: 0, dataDir: folder });
    raw = new grpcStreams.StreamsClient(`127.0.0.1:${server.port}`, credentials.createInsecure());
    client = clientOf(server.url);
  });
  afterAll(async () => {
    raw.close();
    await client.dispose();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const uuid = (n: number) => new shared.UUID().setString(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);

  function options(stream: string, deadline?: Date): InstanceType<typeof streams.BatchAppendReq.Options> {
    const about = new streams.BatchAppendReq.Options().setAny(new empty.Empty());
    about.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)));
    if (deadline) about.setDeadline(timestamps.Timestamp.fromDate(deadline));
    return about;
  }

  function event(n: number): InstanceType<typeof streams.BatchAppendReq.ProposedMessage> {
    const message = new streams.BatchAppendReq.ProposedMessage().setId(uuid(n)).setData(Buffer.from(`{"n":${n}}`));
    message.getMetadataMap().set('type', 'Counted').set('content-type', 'application/json');
    return message;
  }

  /** Sends the messages on one call and returns its answers, one for each final message. */
  async function answers(...messages: BatchAppendReq[]): Promise<BatchAppendResp[]> {
    const call = raw.batchAppend();
    const heard: BatchAppendResp[] = [];
    call.on('data', (response: BatchAppendResp) => heard.push(response));
    for (const message of messages) call.write(message);
    call.end();
    await once(call, 'end');
    return heard;
  }

  async function numbersIn(stream: string): Promise<unknown[]> {
    const numbers: unknown[] = [];
    for await (const { event: read } of client.readStream<{ type: 'Counted'; data: { n: number } }>(stream)) {
      numbers.push(read?.data.n);
    }
    return numbers;
  }

  const message = (correlation: number) => new streams.BatchAppendReq().setCorrelationId(uuid(correlation));

  it('assembles appends whose parts arrive interleaved', async () => {
    const heard = await answers(
      message(1)
        .setOptions(options('left'))
        .setProposedMessagesList([event(1), event(2)]),
      message(2)
        .setOptions(options('right'))
        .setProposedMessagesList([event(11)]),
      message(1).setProposedMessagesList([event(3)]),
      message(2)
        .setProposedMessagesList([event(12)])
        .setIsFinal(true),
      message(1)
        .setProposedMessagesList([event(4)])
        .setIsFinal(true),
    );
    const byId = new Map(heard.map((response) => [response.getCorrelationId()?.getString(), response]));
    expect(byId.get(uuid(1).getString())?.getSuccess()?.getCurrentRevision()).toBe('3');
    expect(byId.get(uuid(2).getString())?.getSuccess()?.getCurrentRevision()).toBe('1');
    expect(heard).toHaveLength(2);
    expect(await numbersIn('left')).toEqual([1, 2, 3, 4]);
    expect(await numbersIn('right')).toEqual([11, 12]);
  });

  it('names the append, its stream and its expected revision in the answer', async () => {
    const [response] = await answers(
      message(7)
        .setOptions(options('told'))
        .setProposedMessagesList([event(7)])
        .setIsFinal(true),
    );
    expect(response?.toObject()).toMatchObject({
      correlationId: uuid(7).toObject(),
      streamIdentifier: { streamName: Buffer.from('told').toString('base64') },
      any: {},
    });
    const success = response?.getSuccess();
    expect(success?.getCurrentRevision()).toBe('0');
    expect(success?.getPosition()?.getCommitPosition()).toBe(success?.getPosition()?.getPreparePosition());
  });

  it('refuses an append that arrives after its deadline', async () => {
    const late = options('late', new Date(Date.now() - 1));
    const inTime = options('in-time', new Date(Date.now() + 60_000));
    const heard = await answers(
      message(3)
        .setOptions(late)
        .setProposedMessagesList([event(21)])
        .setIsFinal(true),
      message(4)
        .setOptions(inTime)
        .setProposedMessagesList([event(22)])
        .setIsFinal(true),
    );
    const byId = new Map(heard.map((response) => [response.getCorrelationId()?.getString(), response]));
    const error = byId.get(uuid(3).getString())?.getError();
    expect(error?.getDetails()?.getTypeName()).toBe('event_store.client.Timeout');
    expect(byId.get(uuid(4).getString())?.hasSuccess()).toBe(true);
    await expect(numbersIn('late')).rejects.toMatchObject({ type: 'stream-not-found' });
    expect(await numbersIn('in-time')).toEqual([22]);
  });

  it('refuses an append without options and carries out the others', async () => {
    const heard = await answers(
      message(5)
        .setProposedMessagesList([event(31)])
        .setIsFinal(true),
      message(6)
        .setOptions(options('named'))
        .setProposedMessagesList([event(32)])
        .setIsFinal(true),
    );
    expect(heard.map((response) => response.hasError())).toEqual([true, false]);
    expect(await numbersIn('named')).toEqual([32]);
  });
});
