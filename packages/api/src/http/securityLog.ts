import type { Call, Permission } from '@assay/contract';
import type { FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import { contextOf } from './contextOf.ts';

/** Who signed in, who was refused, and who changed rights and tokens. Entries hold ids and addresses, never secrets. */
export type SecurityLog = Pick<Logger, 'info'>;

/** One JSON object a line, whatever the level of the service's own log. */
export function securityLog(destination: DestinationStream): SecurityLog {
  return pino({ name: 'security', base: { name: 'security' }, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/** Commands with these permissions change who may do what. */
const ofRights: ReadonlySet<Permission> = new Set([
  'agent.write',
  'apiKey.write',
  'userRole.write',
  'invitation.write',
  'staff',
]);

function entryOf(request: FastifyRequest) {
  const { actor, accountId } = contextOf(request.caller, request);
  return { ...(request.caller ? { actor, accountId } : {}), address: request.ip, requestId: request.id };
}

/** @param event what happened; details are ids or hashes */
export function logSecurity(
  log: SecurityLog,
  request: FastifyRequest,
  event: string,
  details: Record<string, unknown> = {},
): void {
  log.info({ event, ...details, ...entryOf(request) });
}

export function logRefusal(log: SecurityLog, request: FastifyRequest, status: number, code: string): void {
  if (status !== 401 && status !== 403 && status !== 429) return;
  const { method, routeOptions } = request;
  logSecurity(log, request, 'refused', { status, code, method, route: routeOptions.url });
}

export function logChangeOfRights(log: SecurityLog, request: FastifyRequest, { method, path, permission }: Call): void {
  if (method === 'GET' || !ofRights.has(permission)) return;
  logSecurity(log, request, 'rightsChanged', { method, route: path, params: request.params });
}
