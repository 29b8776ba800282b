import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';

export type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** How a request is answered; null: never; `cut`: the connection is cut once it has arrived. */
export type Reply = { status: number; headers?: Record<string, string>; body?: string } | 'cut' | null;

export type ReceivingServer = {
  url: string;
  received: ReceivedRequest[];
  /** For each request from now on. */
  reply: (request: ReceivedRequest) => Reply;
  stop(): Promise<void>;
};

/** A server on loopback that keeps what it is sent and answers as a test says: 200, unless it does. */
export async function receivingServer(): Promise<ReceivingServer> {
  const received: ReceivedRequest[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const arrived = { method, path, headers, body: Buffer.concat(chunks).toString() };
      received.push(arrived);
      const answer = receiving.reply(arrived);
      if (answer === null) return;
      if (answer === 'cut') {
        request.socket.destroy();
        return;
      }
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body ?? '');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  const receiving: ReceivingServer = {
    url: `http://127.0.0.1:${address.port}`,
    received,
    reply: () => ({ status: 200 }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return receiving;
}
