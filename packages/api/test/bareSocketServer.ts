import { createServer } from 'node:http';
import { Server } from 'socket.io';

export type BareSocketServer = { url: string; send(message: string, content: unknown): void; stop(): Promise<void> };

/** A socket server that only broadcasts messages: the baseline for the live push. */
export async function startBareSocketServer(): Promise<BareSocketServer> {
  const httpServer = createServer();
  const server = new Server(httpServer, { transports: ['websocket'], serveClient: false });
  await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  const address = httpServer.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    send: (message, content) => {
      server.emit(message, content);
    },
    stop: () => server.close(),
  };
}
