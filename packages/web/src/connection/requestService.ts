import type { CommandAnswer, HttpMethod } from '@assay/contract';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { type ConnectionState, toolsOf } from './connectionTools.ts';
import { serviceAnswered, serviceUnreachable } from './liveSlice.ts';
import { isErrorBody, type ServiceError, serviceErrorOf, unreachable } from './serviceError.ts';
import { sessionEnded } from './sessionSlice.ts';

export type ServiceRequest = {
  method: HttpMethod;
  /** Below /api, with its query. */
  path: string;
  body?: unknown;
  /** The revision to change; if there is a newer one the service answers 412. */
  ifMatch?: string;
  /** A 401 says nothing about the session (sign-in and log-out). */
  keepsSession?: boolean;
  /** It makes something of the account: sent again without having been answered, it makes it once. */
  creates?: boolean;
};

/** How long a repeat waits while the first request is still under way. */
const askAgainMilliseconds = 1_000;

/** The prefix of every call's path. */
export const apiBase = '/api';

/** Sends a request with the session's headers. A refused token ends its session; an unreachable service is recorded. */
export const requestService: BaseQueryFn<ServiceRequest, unknown, ServiceError> = async (request, api) => {
  const tools = toolsOf(api.extra);
  const state = api.getState() as ConnectionState;
  const { token } = state.session;
  const { method } = request;
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (state.session.accountId) headers.Account = state.session.accountId;
  if (request.ifMatch) headers['If-Match'] = request.ifMatch;
  const minPosition = method === 'GET' ? tools.ownWrites.minPosition() : null;
  if (minPosition) headers['Min-Position'] = minPosition;
  if (request.body !== undefined) headers['Content-Type'] = 'application/json';
  const sent = request.body === undefined ? undefined : JSON.stringify(request.body);
  const creation = request.creates && state.session.accountId ? `${headers.Account} ${request.path} ${sent}` : null;
  if (creation !== null) headers['Idempotency-Key'] = tools.repeatKeys.keyOf(creation);

  let status: number;
  let body: unknown;
  try {
    const ask = () => tools.fetch(`${apiBase}${request.path}`, { method, headers, body: sent, signal: api.signal });
    do {
      if (body !== undefined) await new Promise((resolve) => setTimeout(resolve, askAgainMilliseconds));
      const response = await ask();
      status = response.status;
      body = parsed(await response.text());
    } while (isErrorBody(body) && body.code === 'idempotency.running');
  } catch {
    if (!api.signal.aborted) api.dispatch(serviceUnreachable({ at: new Date(tools.now()).toISOString() }));
    return { error: unreachable };
  }
  // After a failure of the service nobody knows whether it was made.
  if (creation !== null && status < 500) tools.repeatKeys.answered(creation);
  // A 5xx without the service's error body comes from a proxy.
  if (status >= 500 && !isErrorBody(body)) {
    api.dispatch(serviceUnreachable({ at: new Date(tools.now()).toISOString() }));
    return { error: unreachable };
  }
  const { live } = api.getState() as ConnectionState;
  if (live.unreachableSince !== null) api.dispatch(serviceAnswered());
  if (status >= 200 && status < 300) {
    if (method !== 'GET' && isCommandAnswer(body)) tools.ownWrites.wrote(body.position);
    return { data: body };
  }
  if (status === 401 && !request.keepsSession) api.dispatch(sessionEnded({ token }));
  return { error: serviceErrorOf(status, body) };
};

function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isCommandAnswer(body: unknown): body is CommandAnswer {
  return typeof body === 'object' && body !== null && 'position' in body && 'revision' in body;
}
