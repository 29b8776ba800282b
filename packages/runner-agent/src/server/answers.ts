import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';

/** How long one request may take. */
const requestMs = 5_000;
/** Informational responses before the answer, which a server could send for ever. */
const maxInformation = 20;

/**
 * @param withinMs how long it may take, however much of an answer arrives
 * @returns whether a server is there: any answer but 404 and those of a server that is not ready, 500 and above
 */
export function answers(url: string, signal: AbortSignal, withinMs = requestMs): Promise<boolean> {
  const { protocol } = new URL(url);
  return new Promise((resolve) => {
    // A server for tests has a certificate of its own making; nothing is sent to it.
    const options = { signal, rejectUnauthorized: false, agent: false } as const;
    const request = (protocol === 'https:' ? getHttps : getHttp)(url, options, ({ statusCode = 500 }) => {
      resolve(statusCode < 500 && statusCode !== 404);
      request.destroy();
    });
    let informed = 0;
    request.on('information', () => {
      informed += 1;
      if (informed <= maxInformation) return;
      // The answer may be in what has arrived already.
      resolve(false);
      request.destroy();
    });
    const timer = setTimeout(() => request.destroy(), withinMs);
    request.on('error', () => resolve(false));
    request.on('close', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
