import { agentProtocolCalls, cliUserAgent } from '@assay/contract';
import { type Begun, type Recorder, tracePlaceOf } from '@assay/telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    measurement: Begun | null;
  }
}

const base = '/api';
/** Its answer waits for work. */
const waitingRoute = `${base}${agentProtocolCalls.claimWork.path}`;

/** @returns `/test-runs/{id}` for `/api/test-runs/:id` */
function routeOf({ routeOptions: { url = '(unknown)' } }: FastifyRequest): string {
  return (url.startsWith(`${base}/`) ? url.slice(base.length) : url).replace(/:(\w+)/g, '{$1}');
}

/** The path without its query, and of public calls without parameters, which may be secret, such as the token of an invitation. */
function pathOf(request: FastifyRequest): string {
  if (!request.caller) return routeOf(request);
  const [path = ''] = request.url.split('?', 1);
  return path.startsWith(`${base}/`) ? path.slice(base.length) : path;
}

/** Reports an answer with a 5xx status: the route in place of the path, and ids. */
export function reportFailedRequest(recorder: Recorder, request: FastifyRequest, status: number, error: unknown): void {
  const { method, caller, id: requestId } = request;
  const accountId = caller && 'accountId' in caller ? caller.accountId : null;
  const name = `${method} ${routeOf(request)}`;
  recorder.reportError(error, { kind: 'request', name, tags: { status, requestId, accountId } });
}

/** Measures each request from its headers to the end of its answer, with its requests to the stores. */
export function measureRequests(app: FastifyInstance, recorder: Recorder): void {
  app.decorateRequest('measurement', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const traceparent = tracePlaceOf(request.headers.traceparent);
    request.measurement = recorder.begin({ type: 'Web', name: request.method, traceparent });
    request.measurement.run(done);
  });
  // Its body was read in callbacks of a socket, which do not belong to the request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.measurement) request.measurement.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, caller } = request;
    const route = routeOf(request);
    request.measurement?.end({
      name: `${method} ${route}`,
      waited: request.routeOptions.url === waitingRoute,
      labels: { method, route, status: String(reply.statusCode) },
      extra: {
        path: pathOf(request),
        accountId: caller && 'accountId' in caller ? caller.accountId : null,
        userId: caller && 'userId' in caller ? caller.userId : null,
        CLI: request.headers['user-agent']?.startsWith(`${cliUserAgent}/`) ?? false,
      },
    });
    done();
  });
}
