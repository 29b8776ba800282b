import type { RequestListener } from 'node:http';
import type { ErrorBody, HealthView } from '@assay/contract';
import { errorTable } from './apiErrors.ts';
import { newRequestId } from './registerRoute.ts';

/** Answers before the stores are first reached: 503, and on /health in its own shape. */
export function answerWhileWaiting(version: string): RequestListener {
  const away = { status: 'away' } as const;
  const health: HealthView = {
    status: 'degraded',
    version,
    parts: {
      eventStore: away,
      documentStore: away,
      blobs: away,
      disk: { status: 'ok', freeBytes: null },
      projector: { ...away, lagMilliseconds: null, rebuilding: false },
      automation: { ...away, setAsideReactions: 0 },
      agents: { running: 0, capacity: 0 },
    },
  };
  return (request, response) => {
    const code = 'store.away';
    const error: ErrorBody = { code, message: errorTable[code].text, requestId: newRequestId() };
    const isHealth = request.url?.split('?', 1)[0] === '/api/health';
    response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '2' });
    response.end(JSON.stringify(isHealth ? health : error));
    // Do not wait for an upload's body.
    request.resume();
  };
}
