// Run by clientLimit.ts as a separate process: implements as much of EventStoreDB's protocol as its client needs, and
// stores nothing. The client's speed against it is the client's own limit.
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { Server, ServerCredentials, type ServerDuplexStream, type ServerWritableStream } from '@grpc/grpc-js';
import { toBatchResponse } from '../../packages/embedded-eventstore/src/calls/batchAppendResponse.ts';
import { supportedMethodsCall } from '../../packages/embedded-eventstore/src/calls/supportedMethodsCall.ts';
import {
  type BatchAppendMessage,
  readBatchAppendMessage,
} from '../../packages/embedded-eventstore/src/protocol/appendMessages.ts';
import { widenReceiveWindow } from '../../packages/embedded-eventstore/src/protocol/widenReceiveWindow.ts';
import { EventRecord, encodeEventRecord } from '../../packages/embedded-eventstore/src/storage/eventRecord.ts';

const maxMessageBytes = 17 * 1024 * 1024;

/** One event in the form of the store, sent repeatedly. */
const event = new EventRecord(
  encodeEventRecord({
    eventId: 'fedcba98765432100123456789abcdef',
    streamName: 'batch-1',
    streamNumber: 1,
    revision: 1_000,
    position: 100_000,
    type: 'TestFinished',
    contentType: 'application/json',
    created: 1_800_000_000_000,
    metadata: new Uint8Array(0),
    data: Buffer.from(JSON.stringify({ n: 1, outcome: 'PASS', durationMs: 1_234, note: 'x'.repeat(185) })),
  }),
  100_000,
);

function read(call: ServerWritableStream<ReadReq, Buffer>): void {
  let left = Number(call.request.getOptions()?.getCount() ?? 0);
  const send = () => {
    while (left > 0) {
      left -= 1;
      if (call.write(event.response)) continue;
      call.once('drain', send);
      return;
    }
    call.end();
  };
  send();
}

function batchAppend(call: ServerDuplexStream<BatchAppendMessage, Buffer>): void {
  const written = { kind: 'written', revision: 1, position: 1 } as const;
  call.on('data', ({ correlationId, isFinal, bytes }: BatchAppendMessage) => {
    if (isFinal)
      call.write(toBatchResponse({ correlationId, options: undefined, request: new Error(), bytes }, written));
  });
  call.on('end', () => call.end());
}

const { StreamsService } = streams;
const alreadyEncoded = (message: Buffer) => message;
const server = new Server({ 'grpc.max_receive_message_length': maxMessageBytes });
server.addService(
  {
    read: { ...StreamsService.read, responseSerialize: alreadyEncoded },
    batchAppend: {
      ...StreamsService.batchAppend,
      requestDeserialize: readBatchAppendMessage,
      responseSerialize: alreadyEncoded,
    },
  },
  { read, batchAppend },
);
server.addService(features.ServerFeaturesService, {
  getSupportedMethods: supportedMethodsCall([StreamsService, features.ServerFeaturesService]),
});
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  widenReceiveWindow(server);
  process.stdout.write(`listening on esdb://127.0.0.1:${port}?tls=false\n`);
});
