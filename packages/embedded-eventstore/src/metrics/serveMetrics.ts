import { createServer } from 'node:http';
import { EventStoreStartError } from '../startError.ts';

/** A running metrics page. */
export type MetricsPage = {
  url: string;
  close(): Promise<void>;
};

/**
 * Serves `GET /metrics` on loopback.
 * @param port 0 picks any free port
 * @throws EventStoreStartError PORT_TAKEN
 */
export function serveMetrics(port: number, text: () => string): Promise<MetricsPage> {
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/metrics') {
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text());
    } else {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = `Port ${port} for metrics is taken by another program. Choose another one.`;
      reject(error.code === 'EADDRINUSE' ? new EventStoreStartError('PORT_TAKEN', sentence) : error);
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      const close = () =>
        new Promise<void>((closed) => {
          server.close(() => closed());
          server.closeAllConnections();
        });
      resolve({ url: `http://127.0.0.1:${bound}/metrics`, close });
    });
  });
}
