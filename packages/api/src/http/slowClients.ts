import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How long clients may take, in milliseconds. */
export type SlowClients = {
  /** For the headers of a request, or to sign in on a socket. */
  greeting: number;
  /** For a whole body of JSON. */
  json: number;
  /** Without a byte of any other body; noticed after up to twice as long. */
  pause: number;
  /** To notice that they were answered before all of their body was read, and stop. */
  answered: number;
};

export const slowClients: SlowClients = { greeting: 10_000, json: 30_000, pause: 60_000, answered: 5_000 };

type Incoming = FastifyRequest['raw'];

function untilReceived(request: Incoming, timer: NodeJS.Timeout): void {
  timer.unref();
  for (const event of ['end', 'close'] as const) request.once(event, () => clearTimeout(timer));
}

function disconnectAfter(request: Incoming, milliseconds: number): void {
  untilReceived(
    request,
    setTimeout(() => request.destroy(), milliseconds),
  );
}

/** Disconnects clients that take longer for the whole body, where one is read: nobody waits for that of a GET. */
export function limitJsonBodies(scope: FastifyInstance, { json }: SlowClients): void {
  scope.addHook('preParsing', async ({ raw, method }, _reply, payload) => {
    if (method !== 'GET' && method !== 'HEAD') disconnectAfter(raw, json);
    return payload;
  });
}

/** Disconnects clients that stop in the middle of their body. */
export function limitPauses(scope: FastifyInstance, { pause }: SlowClients): void {
  scope.addHook('preParsing', async ({ raw }, _reply, payload) => {
    let received = raw.socket.bytesRead;
    const look = () => {
      if (raw.socket.bytesRead === received) raw.destroy();
      received = raw.socket.bytesRead;
    };
    untilReceived(raw, setInterval(look, pause));
    return payload;
  });
}

/** Disconnects clients that go on sending a body that was answered without being read. */
export function limitRefusedBodies(app: FastifyInstance, { answered }: SlowClients): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete) disconnectAfter(raw, answered);
  });
}
