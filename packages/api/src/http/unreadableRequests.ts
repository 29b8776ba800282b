import type { Socket } from 'node:net';
import type { ErrorBody } from '@assay/contract';
import type { FastifyServerOptions } from 'fastify';
import { oneClick } from '../mailSubscriptions/oneClick.ts';
import { type ApiErrorCode, apiErrors } from './apiErrors.ts';
import { newRequestId } from './registerRoute.ts';

function decodes(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** An address below the api's where there is nothing. */
const nowhere = '/api';

const codes: Record<string, ApiErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.slow',
  HPE_HEADER_OVERFLOW: 'request.headersTooLarge',
};

/** Answers to what Node's parser refuses, which no route ever sees. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const code = codes[error.code ?? ''] ?? 'request.unreadable';
    const { status, text } = apiErrors[code];
    const body: ErrorBody = { code, message: text, requestId: newRequestId() };
    const head = `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json; charset=utf-8\r\nconnection: close`;
    socket.write(`${head}\r\n\r\n${JSON.stringify(body)}`);
  }
  socket.destroy(error);
}

/** Requests that Fastify would answer by itself are answered as others are. */
export const unreadableRequests = {
  // To Fastify, an address that does not decode is not even one that leads nowhere: no hooks, no headers.
  rewriteUrl: ({ method, url = '/' }) => (decodes(url) ? oneClick({ method, url }) : nowhere),
  clientErrorHandler: answerUnreadable,
  // Longer than any address, so that parameters are refused by their schemas.
  routerOptions: { maxParamLength: 16 * 1024 },
} satisfies FastifyServerOptions;
