/** A span that has begun. */
export type Span = {
  run<Result>(work: () => Result): Result;
  end(name: string, attributes: Readonly<Record<string, string | number>>): void;
};

/** Where the spans of a process go. */
export type Tracing = {
  /** @param options.traceparent the trace that goes on; without it, that of the work in progress or a new one */
  begin(name: string, options: { server: boolean; traceparent: string | undefined; startTime?: Date }): Span;
  /** @returns the work in progress as `traceparent` has it; null: none */
  traceparent(): string | null;
  stop(): Promise<void>;
};

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

/** @returns the `traceparent` in an event's metadata or a request's headers; undefined where there is none */
export function tracePlaceOf(value: unknown): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined;
}
