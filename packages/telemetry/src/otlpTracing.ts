import { context, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Tracing } from './tracing.ts';

const exportEveryMs = 2_000;

/** Exports spans in batches; the exporter reads its address and headers from the usual variables. */
export function otlpTracing(process: string, env: NodeJS.ProcessEnv): Tracing {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': env.OTEL_SERVICE_NAME || 'assay',
      'service.instance.id': process,
      'assay.process': process,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(), { scheduledDelayMillis: exportEveryMs })],
  });
  // Its context manager and its propagator of `traceparent`.
  provider.register();
  const tracer = provider.getTracer('assay');
  return {
    begin: (name, { server, traceparent, startTime }) => {
      const parent = traceparent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent });
      const span = tracer.startSpan(name, { kind: server ? SpanKind.SERVER : SpanKind.CONSUMER, startTime }, parent);
      const within = trace.setSpan(parent, span);
      return {
        run: (work) => context.with(within, work),
        end: (finalName, attributes) => {
          span.updateName(finalName).setAttributes(attributes).end();
        },
      };
    },
    traceparent: () => {
      const carrier: { traceparent?: string } = {};
      propagation.inject(context.active(), carrier);
      return carrier.traceparent ?? null;
    },
    stop: () => provider.shutdown(),
  };
}
