import { addProcessMetrics, hasMetricsToken } from '@assay/telemetry';
import type { FastifyInstance } from 'fastify';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { watchEventLoopDelay } from './eventLoopDelay.ts';
import { gaugesOf } from './gauges.ts';

/** Serves `/metrics` to callers with the operator's token; without one it does not exist. */
export async function serveMetrics(app: FastifyInstance, api: Api): Promise<void> {
  const { recorder, config } = api;
  const { metricsToken: token } = config;
  const delay = watchEventLoopDelay();
  app.addHook('onClose', async () => delay.stop());
  const gauges = token === null ? null : gaugesOf(api);
  if (token !== null) addProcessMetrics(recorder.registry);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (token === null) throw new ApiError('notFound');
    if (!hasMetricsToken(request.headers.authorization, token)) throw new ApiError('auth.required');
    await gauges?.read();
    return reply.type(recorder.registry.contentType).send(`${delay.text()}${await recorder.registry.metrics()}`);
  });
}
