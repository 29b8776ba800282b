import type { ServerDuplexStream } from '@grpc/grpc-js';
import type { BatchAppendMessage } from '../protocol/appendMessages.ts';
import { cancelledByShutdown, toCallError } from '../protocol/callErrors.ts';
import type { OpenCalls } from '../protocol/openCalls.ts';
import type { EventLog } from '../storage/openEventLog.ts';
import { refusal, toBatchResponse } from './batchAppendResponse.ts';
import { type Batch, BatchAssembly } from './batchAssembly.ts';
import type { UnfinishedAppends } from './unfinishedAppends.ts';

/**
 * While one client has this many appends, or this many bytes of them, waiting for the disk, no more of its messages are
 * read.
 */
const maxInFlight = 1_000;
const maxBytesInFlight = 16 * 1024 * 1024;

/**
 * `Streams.BatchAppend`: one long-lived call per client with any number of appends in flight. An append arrives in one
 * or more messages with the same correlation id and gets one answer; answers come in the order in which appends
 * complete.
 * @param maximum bytes that one append may hold
 */
export function batchAppendCall(log: EventLog, openCalls: OpenCalls, maximum: number, unfinished: UnfinishedAppends) {
  return (call: ServerDuplexStream<BatchAppendMessage, Buffer>): void => {
    const assembly = new BatchAssembly(maximum, unfinished);
    let inFlight = 0;
    let bytesInFlight = 0;
    let answersWait = false;
    let ended = false;
    let closed = false;

    const close = (error?: Error) => {
      if (closed) return;
      closed = true;
      assembly.close();
      done();
      if (error) call.emit('error', error);
      else call.end();
    };
    const done = openCalls.add(() => close(cancelledByShutdown()));

    const readOnlyWhatCanBeHeld = () => {
      if (answersWait || inFlight >= maxInFlight || bytesInFlight >= maxBytesInFlight) call.pause();
      else if (call.isPaused()) call.resume();
    };
    const answer = (response: Buffer) => {
      if (closed || call.write(response) || answersWait) return;
      answersWait = true;
      call.once('drain', () => {
        answersWait = false;
        readOnlyWhatCanBeHeld();
      });
    };

    call.on('data', (message: BatchAppendMessage) => {
      if (closed) return;
      let batch: Batch | undefined;
      try {
        batch = assembly.add(message);
      } catch (error) {
        close(toCallError(error));
      }
      if (!batch || closed) return;
      if (batch.request instanceof Error) {
        answer(refusal(batch, batch.request));
        return;
      }
      const { bytes } = batch;
      inFlight += 1;
      bytesInFlight += bytes;
      readOnlyWhatCanBeHeld();
      log
        .write(batch.request)
        .then(
          (outcome) => answer(toBatchResponse(batch, outcome)),
          (error: unknown) => answer(refusal(batch, error)),
        )
        .finally(() => {
          inFlight -= 1;
          bytesInFlight -= bytes;
          readOnlyWhatCanBeHeld();
          if (ended && inFlight === 0) close();
        });
    });
    call.on('end', () => {
      ended = true;
      if (inFlight === 0) close();
    });
    call.on('cancelled', () => {
      closed = true;
      assembly.close();
      done();
    });
  };
}
