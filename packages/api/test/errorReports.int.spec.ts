import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Job, startJobs } from '@assay/automation';
import type { ErrorBody } from '@assay/contract';
import { type ErrorReports, errorReportSettingsOf, openErrorReports, openRecorder } from '@assay/telemetry';
import { pino } from 'pino';
import { eventually } from '../../../test/support/eventually.ts';
import { type FakeSentry, fakeSentry } from '../../../test/support/fakeSentry.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

const canaries = {
  query: 'canary-in-the-query',
  cookie: 'canary-in-a-cookie',
  body: 'canary.body@example.com',
  message: 'canary.message@example.com',
};

describe('error reports', () => {
  let sentry: FakeSentry;
  let reports: ErrorReports;
  let api: ApiUnderTest;
  let webDir: string;
  beforeAll(async () => {
    sentry = await fakeSentry();
    const environment = { SENTRY_DSN: sentry.dsn, SENTRY_ENVIRONMENT: 'staging' };
    const opened = await openErrorReports('test', environment);
    if (!opened) throw new Error('error reports are off');
    reports = opened;
    webDir = await mkdtemp(join(tmpdir(), 'assay-web-'));
    await writeFile(join(webDir, 'index.html'), '<!doctype html><head></head>');
    const clientErrorReports = errorReportSettingsOf(environment);
    api = await startApi({ webDir, errorReports: reports, clientErrorReports });
  });
  afterAll(async () => {
    await api.stop();
    await reports.stop();
    await sentry.stop();
    await rm(webDir, { recursive: true });
  });

  it('have the release, the route, the code and ids of a failed request, and nothing that a person sent', async () => {
    const sessionId = randomUUID();
    api.operations.sessions.endOne = () =>
      Promise.reject(Object.assign(new Error(`no session of ${canaries.message}`), { code: 'ECANARY' }));
    api.operations.visits.list = api.operations.sessions.endOne as () => Promise<never>;
    const headers = { cookie: `id=${canaries.cookie}` };
    const answer = await api.call<ErrorBody>('DELETE', `/users/me/sessions/${sessionId}`, { headers });
    const searched = await api.call('GET', `/account/access-log?user=${canaries.query}`, { headers });
    expect([answer.status, searched.status]).toEqual([500, 500]);
    await eventually(async () => sentry.events.length === 2);
    const event = sentry.events.find(({ tags }) => tags.requestId === answer.body.requestId);
    expect(sentry.events).toContainEqual(
      expect.objectContaining({
        transaction: 'GET /account/access-log',
        tags: expect.objectContaining({ accountId: api.admin.accountId }),
      }),
    );
    expect(event).toMatchObject({
      level: 'error',
      release: 'assay@0.1.0',
      environment: 'staging',
      transaction: 'DELETE /users/me/sessions/{id}',
      tags: { process: 'test', kind: 'request', code: 'ECANARY', status: 500, requestId: answer.body.requestId },
    });
    expect(event?.exception.values[0]).toMatchObject({ type: 'Error', value: '(not sent)' });
    const files = event?.exception.values[0]?.stacktrace?.frames.map(({ filename }) => filename) ?? [];
    expect(files).toContain('packages/api/test/errorReports.int.spec.ts');

    const sent = sentry.sent();
    for (const secret of [...Object.values(canaries), sessionId, api.admin.token, api.admin.email, process.cwd()]) {
      expect(sent).not.toContain(secret);
    }
    expect(sent).not.toContain('infer_ip":"auto');
  });

  it('have no refused input, and the same failure once', async () => {
    const before = sentry.events.length;
    const refused = await api.call('POST', '/team', { body: { name: '', email: canaries.body } });
    expect(refused.status).toBe(400);
    expect((await api.call('GET', '/projects/none')).status).toBe(404);
    await api.call('DELETE', `/users/me/sessions/${randomUUID()}`);
    reports.report(new TypeError("Cannot read properties of null (reading 'name')"), {
      kind: 'job',
      name: 'Canary.last',
      tags: { accountId: null },
    });
    await eventually(async () => sentry.events.some(({ transaction }) => transaction === 'Canary.last'));
    const after = sentry.events.slice(before);
    expect(after.map(({ transaction }) => transaction)).toEqual(['Canary.last']);
    expect(after[0]?.exception.values[0]?.value).toBe("Cannot read properties of null (reading 'name')");
    expect(sentry.sent()).not.toContain(canaries.body);
  });

  it('have failed jobs by their names', async () => {
    const run = () => Promise.reject(new Error(canaries.message));
    const job: Job<object> = { className: 'Canary', functionName: 'fail', schedule: '0 0 0 1 1 *', run };
    const log = pino({ level: 'silent' });
    const recorder = openRecorder({ save: () => Promise.resolve(), log, errorReports: reports });
    const store = api.operations.scheduledJobs;
    const jobs = await startJobs([job], {}, { process: 'automation', store, recorder, log });
    await eventually(async () => sentry.events.some(({ transaction }) => transaction === 'Canary.fail'));
    await jobs.stop();
    expect(sentry.events.at(-1)?.tags).toMatchObject({ kind: 'job' });
    expect(sentry.sent()).not.toContain(canaries.message);
  });

  it('are allowed to the client by the page, which says where they go', async () => {
    const { origin } = new URL(sentry.dsn);
    const page = await api.app.inject({ url: '/acme/agents' });
    expect(page.body).toContain(
      `<meta name="assay-error-reports" content="${sentry.dsn}" data-environment="staging" />`,
    );
    expect(page.headers['content-security-policy']).toContain(`connect-src 'self' ${origin};`);
    const answer = await api.app.inject({ url: '/api/health' });
    expect(answer.headers['content-security-policy']).not.toContain(origin);
  });

  it('are off without a DSN, and a wrong one is refused without showing it', async () => {
    expect(await openErrorReports('test', {})).toBeNull();
    const wrong = () => errorReportSettingsOf({ SENTRY_DSN: 'https://user:canary-in-a-password@sentry.example.org/' });
    expect(wrong).toThrow(/^SENTRY_DSN must be a DSN, such as https:\/\/key@sentry\.example\.org\/1\.$/);
  });
});
