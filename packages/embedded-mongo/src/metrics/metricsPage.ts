import { createServer } from 'node:http';
import { StartError } from '../storage/startError.ts';

export type MetricsPage = {
  port: number;
  close(): Promise<void>;
};

/** Serves `GET /metrics` on loopback. Rejects with PORT_TAKEN. */
export function serveMetrics(port: number, text: () => string): Promise<MetricsPage> {
  const http = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text());
  });
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new StartError('PORT_TAKEN', `Port ${port} for metrics is already in use by another program.`)
          : error,
      );
    });
    http.listen(port, '127.0.0.1', () => {
      const address = http.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : port,
        close: () =>
          new Promise((closed) => {
            http.close(() => closed());
            http.closeAllConnections();
          }),
      });
    });
  });
}
