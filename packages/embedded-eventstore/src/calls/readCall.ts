import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { StoreMetrics } from '../metrics/storeMetrics.ts';
import { invalidArgument } from '../protocol/callErrors.ts';
import type { OpenCalls } from '../protocol/openCalls.ts';
import { type ResponseStream, respond } from '../protocol/responseStream.ts';
import type { EventLog } from '../storage/openEventLog.ts';
import { readAllEvents } from './readAllEvents.ts';
import { readStreamEvents } from './readStreamEvents.ts';
import { subscribeToAll } from './subscribeToAll.ts';
import { subscribeToStream } from './subscribeToStream.ts';

/** `Streams.Read`: one request type for four kinds of reads. */
export function readCall(log: EventLog, openCalls: OpenCalls) {
  return (call: ServerWritableStream<ReadReq, Buffer>): void =>
    respond(call, openCalls, (out) => countedRead(call.request, log, out));
}

async function countedRead(request: ReadReq, log: EventLog, out: ResponseStream): Promise<void> {
  const { metrics } = log;
  const isSubscription = request.getOptions()?.hasSubscription() ?? false;
  metrics.reads += 1;
  if (isSubscription) metrics.subscriptions += 1;
  try {
    await read(request, log, counting(out, metrics));
  } finally {
    if (isSubscription) metrics.subscriptions -= 1;
  }
}

async function read(request: ReadReq, log: EventLog, out: ResponseStream): Promise<void> {
  const options = request.getOptions();
  if (!options) throw invalidArgument('The read has no options.');
  const stream = options.getStream();
  const all = options.getAll();
  if (stream) {
    if (options.hasFilter()) throw invalidArgument('Only $all can be filtered.');
    return options.hasSubscription()
      ? subscribeToStream(stream, options, log, out)
      : readStreamEvents(stream, options, log, out);
  }
  if (!all) throw invalidArgument('The read names neither a stream nor $all.');
  return options.hasSubscription() ? subscribeToAll(all, options, log, out) : readAllEvents(all, options, log, out);
}

/** Counts the messages and bytes sent. */
function counting(out: ResponseStream, metrics: StoreMetrics): ResponseStream {
  return {
    stopped: out.stopped,
    send: (message) => {
      metrics.messagesRead += 1;
      metrics.bytesRead += message.length;
      return out.send(message);
    },
  };
}
