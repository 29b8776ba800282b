import type { AppendContext } from '@assay/event-log';
import type { FastifyRequest } from 'fastify';
import type { AgentCaller, Caller } from './callers.ts';

/** @returns the envelope of what the request records, with who it is recorded for */
export function contextOf(caller: Caller, request: FastifyRequest): AppendContext {
  const occurredAt = new Date().toISOString();
  const actor = (): AppendContext['actor'] => {
    if (caller === null) return { kind: 'automation', id: 'api' };
    if (caller.kind === 'apiKey') return { kind: 'apiKey', id: caller.apiKeyId };
    if (caller.kind === 'agent') return agentActor(caller, request);
    return { kind: caller.kind === 'staff' ? 'staff' : 'user', id: caller.userId };
  };
  const accountId = caller !== null && 'accountId' in caller ? caller.accountId : null;
  return { accountId, actor: actor(), occurredAt, $correlationId: request.id };
}

/** An agent acts under its own id, which its calls name in the path, or in the body when it registers. */
function agentActor(caller: AgentCaller, request: FastifyRequest): AppendContext['actor'] {
  const named = { ...Object(request.body), ...Object(request.params) } as { agentId?: unknown };
  return { kind: 'agent', id: typeof named.agentId === 'string' ? named.agentId : caller.tokenId };
}
