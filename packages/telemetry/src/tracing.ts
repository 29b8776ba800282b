import type { Tracing } from './spans.ts';

/**
 * Opens the export of spans by OTLP over HTTP, where OTEL_EXPORTER_OTLP_ENDPOINT says to; its packages are not loaded
 * otherwise.
 * @param process the name of the process, such as `api`
 */
export async function openTracing(process: string, env: NodeJS.ProcessEnv): Promise<Tracing | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: service } = env;
  if (!endpoint) return null;
  const { otlpTracing } = await import('./otlpTracing.ts');
  return otlpTracing(process, endpoint, service || 'assay');
}

const pattern = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** @returns the `traceparent` in an event's metadata or a request's headers; undefined for anything else */
export function tracePlaceOf(value: unknown): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined;
}
