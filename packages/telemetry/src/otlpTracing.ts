import { AsyncLocalStorage } from 'node:async_hooks';
import { type Span as OtelSpan, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Tracing } from './spans.ts';

const exportEveryMs = 2_000;

/** The parts of a `traceparent`: version, trace, span and flags. */
function remoteSpan(traceparent: string) {
  const [, traceId = '', spanId = '', flags = '01'] = traceparent.split('-');
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

/** Exports spans in batches, as JSON; headers, sampling and time limits are those of OpenTelemetry's usual variables. */
export function otlpTracing(process: string, endpoint: string, service: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  // Not registered for the whole process: nothing else here makes spans.
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'assay.process': process }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: exportEveryMs })],
  });
  const tracer = provider.getTracer('assay');
  const current = new AsyncLocalStorage<OtelSpan>();

  function parentOf(traceparent: string | undefined) {
    if (traceparent !== undefined) return remoteSpan(traceparent);
    const span = current.getStore();
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;
  }

  return {
    begin: (name, { server, traceparent, startTime }) => {
      const kind = server ? SpanKind.SERVER : SpanKind.CONSUMER;
      const span = tracer.startSpan(name, { kind, startTime }, parentOf(traceparent));
      return {
        run: (work) => current.run(span, work),
        end: (finalName, attributes) => {
          span.updateName(finalName).setAttributes(attributes).end();
        },
      };
    },
    traceparent: () => {
      const span = current.getStore()?.spanContext();
      return span ? `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}` : null;
    },
    stop: () => provider.shutdown(),
  };
}
