import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';

/** How long one request may take. */
const requestMs = 5_000;

/** @returns whether a server is there: any answer but 404 and those of a server that is not ready, 500 and above */
export function answers(url: string, signal: AbortSignal): Promise<boolean> {
  const { protocol } = new URL(url);
  return new Promise((resolve) => {
    // A server for tests has a certificate of its own making; nothing is sent to it.
    const options = { signal, timeout: requestMs, rejectUnauthorized: false, agent: false } as const;
    const request = (protocol === 'https:' ? getHttps : getHttp)(url, options, ({ statusCode = 500 }) => {
      resolve(statusCode < 500 && statusCode !== 404);
      request.destroy();
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}
