import { openTracing, type Tracing } from '@assay/telemetry';
import { eventually } from '../../../test/support/eventually.ts';
import { type FakeOtlpReceiver, fakeOtlpReceiver } from '../../../test/support/fakeOtlpReceiver.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('traces', () => {
  let receiver: FakeOtlpReceiver;
  let tracing: Tracing;
  let api: ApiUnderTest;

  beforeAll(async () => {
    receiver = await fakeOtlpReceiver();
    const opened = await openTracing('test', { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    if (!opened) throw new Error('tracing is off');
    tracing = opened;
    api = await startApi({ automation: true, tracing });
  });
  afterAll(async () => {
    await api.stop();
    await tracing.stop();
    await receiver.stop();
  });

  const spansOf = (trace: string) => receiver.spans.filter((span) => span.traceId === trace);

  it('follow a run from its request to its events, the automation, the read models and the sockets', async () => {
    const { testRunId } = await prepareRun(api);
    const created = async () => {
      for await (const { type, envelope } of api.eventLog.read(`testRun-${testRunId}`)) {
        if (type === 'TestRunCreated') return envelope.traceparent?.split('-')[1] ?? '';
      }
      return '';
    };
    const trace = await created();
    expect(trace).toMatch(/^[0-9a-f]{32}$/);
    const wanted = [
      'POST /test-runs',
      'TestRunCreated → scheduler',
      'TestRunSubmitted → offerWork',
      'Projector.prompt',
      'Sockets.push',
    ];
    await eventually(async () => {
      const names = new Set(spansOf(trace).map(({ name }) => name));
      expect(wanted.filter((name) => !names.has(name))).toEqual([]);
    });
    // Each continues one of the same trace; the request alone begins it.
    const spans = spansOf(trace);
    const ids = new Set(spans.map(({ spanId }) => spanId));
    const roots = spans.filter(({ parentSpanId }) => parentSpanId === null);
    expect(roots.map(({ name }) => name)).toEqual(['POST /test-runs']);
    expect(spans.filter(({ parentSpanId }) => parentSpanId !== null && !ids.has(parentSpanId))).toEqual([]);
    expect(spans.every((span) => BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano))).toBe(true);
    expect(new Set(receiver.paths)).toEqual(new Set(['POST /v1/traces application/json']));
  });

  it('continue the trace of a caller', async () => {
    const parent = '00f067aa0ba902b7';
    await api.call('GET', '/projects', { headers: { traceparent: `00-${traceId}-${parent}-01` } });
    await eventually(async () => spansOf(traceId).length > 0);
    expect(spansOf(traceId)).toMatchObject([{ name: 'GET /projects', parentSpanId: parent, kind: 2, process: 'test' }]);
  });

  it('do not continue what is no trace', async () => {
    const before = receiver.spans.length;
    await api.call('GET', '/team', { headers: { traceparent: 'made up' } });
    await eventually(async () => receiver.spans.slice(before).some(({ name }) => name === 'GET /team'));
    const span = receiver.spans.slice(before).find(({ name }) => name === 'GET /team');
    expect(span?.parentSpanId).toBeNull();
  });

  it('are off without an address, and nothing of them is in events', async () => {
    expect(await openTracing('test', {})).toBeNull();
    const { eventLog, admin } = api;
    const outside: string[] = [];
    for await (const { envelope } of eventLog.read(`account-${admin.accountId}`)) {
      outside.push(String(envelope.traceparent));
    }
    // The account was made by no request.
    expect(new Set(outside)).toEqual(new Set(['undefined']));
  });
});
