import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it arrived, with the attributes of its resource. */
export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  process: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
};

export type FakeOtlpReceiver = { url: string; spans: ReceivedSpan[]; paths: string[]; stop(): Promise<void> };

type Attribute = { key: string; value: { stringValue?: string } };
/** ExportTraceServiceRequest in the JSON encoding of OTLP: ids are hexadecimal, 64-bit numbers are texts. */
type ExportRequest = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'process' | 'parentSpanId'> & { parentSpanId?: string })[] }[];
  }[];
};

/** A fake collector: it takes spans by OTLP over HTTP in JSON, and remembers them. */
export async function fakeOtlpReceiver(): Promise<FakeOtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    paths.push(`${request.method} ${request.url} ${request.headers['content-type']}`);
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as ExportRequest;
    for (const { resource, scopeSpans } of resourceSpans) {
      const process = resource.attributes.find(({ key }) => key === 'assay.process')?.value.stringValue ?? '';
      for (const { spans: sent } of scopeSpans) {
        for (const span of sent) spans.push({ ...span, process, parentSpanId: span.parentSpanId || null });
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    paths,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
