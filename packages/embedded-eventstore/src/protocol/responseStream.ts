import type { ServerWritableStream } from '@grpc/grpc-js';
import { cancelledByShutdown, toCallError } from './callErrors.ts';
import type { OpenCalls } from './openCalls.ts';

/** The answer to a read: many messages, written no faster than the reader takes them. */
export type ResponseStream = {
  /** Aborted when the reader has disconnected or the server stops. */
  readonly stopped: AbortSignal;
  /** Writes one encoded message; a promise means: wait for it before writing more. */
  send(message: Buffer): Promise<void> | undefined;
};

/**
 * Runs `produce` and ends the call when it is done, with a status when it throws.
 * @param openCalls keeps the call while it runs, so that the server can stop it
 */
export function respond<Request>(
  call: ServerWritableStream<Request, Buffer>,
  openCalls: OpenCalls,
  produce: (out: ResponseStream) => Promise<void>,
): void {
  const stopping = new AbortController();
  const stop = (error?: Error) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    done();
    if (error) call.emit('error', error);
  };
  const done = openCalls.add(() => stop(cancelledByShutdown()));
  call.once('cancelled', () => stop());

  const out: ResponseStream = {
    stopped: stopping.signal,
    send: (message) => (call.write(message) ? undefined : drained(call, stopping.signal)),
  };
  produce(out).then(
    () => {
      if (stopping.signal.aborted) return;
      done();
      call.end();
    },
    (error: unknown) => stop(toCallError(error)),
  );
}

function drained<Request>(call: ServerWritableStream<Request, Buffer>, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      call.off('drain', go);
      stopped.removeEventListener('abort', go);
      resolve();
    };
    call.once('drain', go);
    stopped.addEventListener('abort', go);
    if (stopped.aborted) go();
  });
}
