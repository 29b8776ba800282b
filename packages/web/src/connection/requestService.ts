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
};

/** The prefix of every call's path. */
export const apiBase = '/api';

/** Sends a request with the session's headers. A refused token ends the session; an unreachable service is recorded. */
export const requestService: BaseQueryFn<ServiceRequest, unknown, ServiceError> = async (request, api) => {
  const tools = toolsOf(api.extra);
  const state = api.getState() as ConnectionState;
  const { method } = request;
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (state.session.token) headers.Authorization = `Bearer ${state.session.token}`;
  if (state.session.accountId) headers.Account = state.session.accountId;
  if (request.ifMatch) headers['If-Match'] = request.ifMatch;
  const minPosition = method === 'GET' ? tools.ownWrites.minPosition() : null;
  if (minPosition) headers['Min-Position'] = minPosition;
  if (request.body !== undefined) headers['Content-Type'] = 'application/json';

  let status: number;
  let text: string;
  try {
    const response = await tools.fetch(`${apiBase}${request.path}`, {
      method,
      headers,
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      signal: api.signal,
    });
    status = response.status;
    text = await response.text();
  } catch {
    if (!api.signal.aborted) api.dispatch(serviceUnreachable({ at: new Date(tools.now()).toISOString() }));
    return { error: unreachable };
  }
  const body = parsed(text);
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
  if (status === 401 && !request.keepsSession) api.dispatch(sessionEnded());
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
