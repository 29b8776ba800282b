import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../http/apiErrors.ts';
import { bearerTokenOf } from '../http/identifyCaller.ts';
import { watchEventLoopDelay } from './eventLoopDelay.ts';

function isSame(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/** Serves `/metrics` to whoever has the operator's token; without one there is nothing there. */
export async function serveMetrics(app: FastifyInstance, token: string | null): Promise<void> {
  const delay = watchEventLoopDelay();
  app.addHook('onClose', async () => delay.stop());
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (token === null) throw new ApiError('notFound');
    if (!isSame(bearerTokenOf(request) ?? '', token)) throw new ApiError('auth.required');
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(delay.text());
  });
}
