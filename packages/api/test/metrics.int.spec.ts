import { serveProcessMetrics } from '@assay/telemetry';
import parsePrometheusTextFormat from 'parse-prometheus-text-format';
import { eventually } from '../../../test/support/eventually.ts';
import { ownRecorder } from '../../../test/support/ownRecorder.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';

const token = 'm3trics';

describe('metrics', () => {
  let api: ApiUnderTest;

  beforeAll(async () => {
    api = await startApi({ automation: true, metricsToken: token });
  });
  afterAll(() => api.stop());

  const scrapedText = async () => {
    const answer = await api.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    return answer.body;
  };
  const scrape = async () =>
    new Map(parsePrometheusTextFormat(await scrapedText()).map((family) => [family.name, family]));

  it('of the api are read by a parser of Prometheus, with names of its convention', async () => {
    await prepareRun(api);
    await api.call('GET', '/projects');
    const families = await scrape();
    const types = Object.fromEntries([...families].map(([name, { type }]) => [name, type]));
    expect(types).toMatchObject({
      assay_http_request_duration_seconds: 'HISTOGRAM',
      assay_work_duration_seconds: 'HISTOGRAM',
      assay_store_request_duration_seconds: 'HISTOGRAM',
      assay_event_loop_delay_seconds: 'SUMMARY',
      nodejs_eventloop_lag_p99_seconds: 'GAUGE',
      process_cpu_seconds_total: 'COUNTER',
      assay_projection_lag_seconds: 'GAUGE',
      assay_work_units: 'GAUGE',
      assay_outbox_waiting: 'GAUGE',
      assay_outbox_oldest_seconds: 'GAUGE',
      assay_agents: 'GAUGE',
      assay_agents_capacity: 'GAUGE',
      assay_automation_up: 'GAUGE',
      assay_dead_letters: 'GAUGE',
      assay_jobs_failing: 'GAUGE',
      assay_store_up: 'GAUGE',
    });
    expect([...families.keys()].filter((name) => !/^(assay|nodejs|process)_[a-z0-9_]+$/.test(name))).toEqual([]);
    // The parser adds up histograms of different labels.
    await eventually(async () => {
      const text = await scrapedText();
      for (const sample of [
        'assay_http_request_duration_seconds_count{method="GET",route="/projects",status="200"}',
        'assay_work_duration_seconds_count{kind="Job",name="WorkUnits.expireLeases"}',
        'assay_work_duration_seconds_count{kind="MessageHandler",name="TestRunSubmitted → offerWork"}',
        'assay_store_request_duration_seconds_count{store="eventStore",operation="append"}',
        'assay_store_request_duration_seconds_count{store="documentStore",operation="find"}',
      ]) {
        expect(text).toContain(`\n${sample} `);
      }
    });
  });

  it('say how much work waits', async () => {
    await eventually(async () => {
      const ready = (await scrape()).get('assay_work_units')?.metrics.find(({ labels }) => labels?.state === 'ready');
      return Number(ready?.value) > 0;
    });
    const { metrics = [] } = (await scrape()).get('assay_store_up') ?? {};
    expect(metrics.map(({ value }) => value)).toEqual(['1', '1', '1']);
  });

  it('of routes do not grow with what callers make up', async () => {
    for (const path of ['/nothing/1', '/nothing/2', '/test-runs/made-up']) await api.call('GET', path);
    const text = await scrapedText();
    expect(text).toContain('route="/test-runs/{id}"');
    expect(text).not.toMatch(/nothing|made-up/);
  });

  it('are for callers with the token alone', async () => {
    const ask = (authorization?: string) =>
      api.app.inject({ url: '/metrics', ...(authorization ? { headers: { authorization } } : {}) });
    const wrong = [undefined, 'Bearer other', `Bearer ${api.admin.token}`, `Basic ${token}`];
    for (const authorization of wrong) expect((await ask(authorization)).statusCode).toBe(401);
  });

  it('of other processes are served on this machine, to callers with the token', async () => {
    const recorder = ownRecorder();
    await recorder.measure({ type: 'Job', name: 'WorkUnits.expireLeases' }, () => Promise.resolve());
    const server = await serveProcessMetrics(recorder.registry, { host: '127.0.0.1', port: 0 }, token);
    const ask = (path: string, authorization: string) =>
      fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { authorization } });
    expect((await ask('/metrics', 'Bearer other')).status).toBe(401);
    expect((await ask('/', `Bearer ${token}`)).status).toBe(404);
    expect((await ask('/alive', '')).status).toBe(200);
    const text = await (await ask('/metrics', `Bearer ${token}`)).text();
    const work = parsePrometheusTextFormat(text).find(({ name }) => name === 'assay_work_duration_seconds');
    expect(work?.metrics).toMatchObject([{ buckets: { '+Inf': '1' } }]);
    expect(text).toContain('\nassay_work_duration_seconds_count{kind="Job",name="WorkUnits.expireLeases"} 1\n');
    await server.stop();
  });
});
