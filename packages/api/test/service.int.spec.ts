import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { BlobId, ErrorBody, HealthView } from '@assay/contract';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

const html = "<title>Assay</title><script>document.title = 'a';</script><script>document.title += 'b';</script>";

describe('the service', () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    const webDir = await mkdtemp(join(tmpdir(), 'assay-web-'));
    await mkdir(join(webDir, 'assets'));
    await writeFile(join(webDir, 'index.html'), html);
    await writeFile(join(webDir, 'assets', 'app-1a2b3c.js'), 'void 0;');
    await writeFile(join(webDir, 'assets', 'app-1a2b3c.js.gz'), gzipSync('void 0;'));
    api = await startApi({ webDir, trustedProxies: ['127.0.0.1'], metricsToken: 'm3trics' });
  });
  afterAll(() => api.stop());

  const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

  it.each(['/acme/nothing', '/acme/test-runs/x/y/z', '/employee/a/b'])(
    'answers 404 with the page of the client where it has none: %s',
    async (url) => {
      const page = await get(url);
      expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.body).toBe((await get('/')).body);
      expect(page.headers['content-security-policy']).toBe((await get('/')).headers['content-security-policy']);
    },
  );

  it('serves the client at every path that is not the api’s', async () => {
    for (const url of ['/', '/acme/test-runs/x', '/acme.com/projects?page=2', '/apiary']) {
      const page = await get(url);
      expect({ url, status: page.statusCode, body: page.body }).toEqual({
        url,
        status: 200,
        body: html,
      });
      expect(page.headers['cache-control']).toBe('no-cache');
    }
    const asset = await get('/assets/app-1a2b3c.js');
    expect(asset.headers['cache-control']).toContain('immutable');
    for (const url of ['/assets/app-old.js', '/api', '/api/nothing', '/../package.json', '/%2e%2e/secret']) {
      const answer = await get(url);
      if (answer.statusCode === 200) expect(answer.body).toBe(html);
      else expect(answer.json<ErrorBody>()).toMatchObject({ code: 'notFound' });
    }
    expect((await get('/api/nothing')).statusCode).toBe(404);
    expect((await get('/assets/app-old.js')).statusCode).toBe(404);
    expect((await api.app.inject({ method: 'POST', url: '/acme' })).statusCode).toBe(404);
  });

  it.each([
    ['GET', '/assets/%00'],
    ['GET', '/assets/%zz'],
    ['GET', '/%00'],
    ['GET', '/%zz'],
    ['GET', '//x'],
    ['GET', '/%5cx'],
    ['GET', '/api/%zz'],
    ['GET', '/api/%00'],
    ['POST', '/api/%zz'],
    ['DELETE', '//x'],
    ['GET', `/api/test-runs/${'x'.repeat(4000)}`],
  ] as const)('answers %s %s as any other address that leads nowhere', async (method, url) => {
    const answer = await api.app.inject({ method, url });
    expect([400, 401, 404]).toContain(answer.statusCode);
    expect(answer.json<ErrorBody>()).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'x-content-type-options': 'nosniff',
    });
  });

  it('lets nobody keep what the api answers', async () => {
    for (const url of ['/api/health', '/api/users/me', '/api/nothing', '/api/openapi.json']) {
      expect((await get(url)).headers['cache-control']).toBe('no-store');
    }
  });

  it('has no time limit for its start, which a busy machine would exceed', () => {
    expect(api.app.initialConfig.pluginTimeout).toBe(0);
  });

  it('promises https to those who came by it', async () => {
    const promised = async (headers?: Record<string, string>) =>
      (await get('/', headers)).headers['strict-transport-security'];
    expect(await promised({ 'x-forwarded-proto': 'https' })).toBe('max-age=31536000');
    expect(await promised({ 'x-forwarded-proto': 'http' })).toBeUndefined();
    expect(await promised()).toBeUndefined();
  });

  it('lets browsers load nothing from other origins', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('lets the scripts that stand in its page run, and no other inline script', async () => {
    const scriptsOf = async (url: string) =>
      /script-src [^;]*/.exec(String((await get(url)).headers['content-security-policy']))?.[0];
    const hashes = ["document.title = 'a';", "document.title += 'b';"].map(
      (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    );
    for (const url of ['/', '/acme/test-runs', '/create-account']) {
      expect(await scriptsOf(url)).toBe(`script-src 'self' ${hashes.join(' ')}`);
    }
    for (const url of ['/api/health', '/assets/app-1a2b3c.js']) expect(await scriptsOf(url)).toBe("script-src 'self'");
  });

  it('tells whoever has the token for it how long its event loop was blocked', async () => {
    expect((await get('/metrics')).statusCode).toBe(401);
    expect((await get('/metrics', { authorization: 'Bearer other' })).statusCode).toBe(401);
    const { statusCode, body, headers } = await get('/metrics', { authorization: 'Bearer m3trics' });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch('text/plain; version=0.0.4');
    expect(body).toMatch(/^assay_event_loop_delay_seconds\{quantile="0.99"\} \d+\.\d+$/m);
    expect(body).toMatch(/^assay_event_loop_delay_seconds_max \d+\.\d+$/m);
  });

  it('compresses long answers for callers that accept it, and serves files the build has compressed', async () => {
    const gzip = { 'accept-encoding': 'br, gzip' };
    const [plain, compressed] = [await get('/api/openapi.json'), await get('/api/openapi.json', gzip)];
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body);
    expect((await get('/api/health', gzip)).headers['content-encoding']).toBeUndefined();

    const asset = await get('/assets/app-1a2b3c.js', gzip);
    expect(asset.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': expect.stringContaining('immutable'),
    });
    expect(gunzipSync(asset.rawPayload).toString()).toBe('void 0;');
    expect((await get('/assets/app-1a2b3c.js')).body).toBe('void 0;');
  });

  it('says what is wrong with an unreadable request', async () => {
    const send = (payload: string, type: string, size?: number) =>
      api.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'content-type': type, ...(size ? { 'content-length': String(size) } : {}) },
        payload,
      });
    expect((await send('{"email":', 'application/json')).json()).toMatchObject({ code: 'request.unreadable' });
    expect((await send('a=b', 'text/csv')).statusCode).toBe(415);
    const large = await send(JSON.stringify({ email: 'x'.repeat(2 * 1024 * 1024) }), 'application/json');
    expect(large.statusCode).toBe(413);
    expect(large.json()).toMatchObject({ code: 'request.tooLarge', requestId: expect.any(String) });
    const polluting = await send('{"email":"a","password":"b","__proto__":{"x":1}}', 'application/json');
    expect(polluting.statusCode).toBe(400);
  });

  describe('blobs', () => {
    const content = Buffer.from('0123456789');
    let blobId: BlobId;
    beforeAll(async () => {
      ({ blobId } = await api.operations.blobs.put(content));
    });
    const address = (mediaType: string, name = 'a.png') =>
      api.operations.blobs.signUrl(blobId, { name, mediaType, expiresInSeconds: 60 });

    it('are read only under a signed URL', async () => {
      expect((await get(address('image/png'))).rawPayload).toEqual(content);
      expect((await get(address('image/png').replace('a.png', 'b.png'))).statusCode).toBe(404);
      expect((await get(`/api/blobs/${blobId}?name=a&type=b&expires=99999999999&signature=x`)).statusCode).toBe(404);
      expect((await get(`/api/blobs/${blobId}`)).statusCode).toBe(400);
    });

    it.each([
      ['image/png', 'inline', 'image/png'],
      ['video/webm', 'inline', 'video/webm'],
      ['text/plain', 'inline', 'text/plain; charset=utf-8'],
      ['text/html', 'attachment', 'application/octet-stream'],
      ['image/svg+xml', 'attachment', 'application/octet-stream'],
      ['application/xhtml+xml', 'attachment', 'application/octet-stream'],
      ['text/xml', 'attachment', 'application/octet-stream'],
      ['text/javascript', 'attachment', 'application/octet-stream'],
      ['application/zip', 'attachment', 'application/octet-stream'],
      ['text/html\r\nx-injected: 1', 'attachment', 'application/octet-stream'],
    ])('of type %j are shown as %s of type %s', async (mediaType, disposition, servedAs) => {
      const answer = await get(address(mediaType, 'na"me\r\n é.png'));
      expect(answer.statusCode).toBe(200);
      expect(String(answer.headers['content-disposition'])).toMatch(new RegExp(`^${disposition}; filename="`));
      expect(answer.headers['content-type']).toBe(servedAs);
      expect(answer.headers['x-injected']).toBeUndefined();
      expect(answer.headers['content-security-policy']).toMatch(/sandbox/);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    });

    it('are read in ranges by players', async () => {
      const piece = await get(address('video/webm'), { range: 'bytes=2-4' });
      expect(piece.statusCode).toBe(206);
      expect(piece.body).toBe('234');
      expect(piece.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' });
      const last = await get(address('video/webm'), { range: 'bytes=-3' });
      expect([last.statusCode, last.body]).toEqual([206, '789']);
      const whole = await get(address('video/webm'), { range: 'bytes=10-' });
      expect([whole.statusCode, whole.body, whole.headers['content-length']]).toEqual([200, '0123456789', '10']);
    });

    it('are read no further than the requested range, however large they are', async () => {
      // A sparse file of three GiB, which would not fit into memory if read whole.
      const size = 3 * 1024 ** 3;
      const large = 'ab'.repeat(32) as BlobId;
      const path = join(api.dataDir, 'blobs', 'ab', large);
      await mkdir(dirname(path), { recursive: true });
      const file = await open(path, 'w');
      await file.write('the end', size - 7);
      await file.close();
      const terms = { name: 'long.webm', mediaType: 'video/webm', expiresInSeconds: 60 };
      const piece = await get(api.operations.blobs.signUrl(large, terms), { range: `bytes=${size - 7}-` });
      expect([piece.statusCode, piece.body]).toEqual([206, 'the end']);
      expect(piece.headers['content-range']).toBe(`bytes ${size - 7}-${size - 1}/${size}`);
      await rm(path);
    });
  });

  it('answers 503 at once while a store is down, shows it in its health, and recovers when it is back', async () => {
    const health = async () => {
      const { statusCode, body } = await get('/api/health');
      return { status: statusCode, health: JSON.parse(body) as HealthView };
    };
    expect(await health()).toMatchObject({
      status: 200,
      health: { status: 'ok', parts: { eventStore: { status: 'ok' } } },
    });
    await api.stopEventStore();
    const away = await health();
    expect(away).toMatchObject({
      status: 503,
      health: { status: 'degraded', parts: { eventStore: { status: 'away' } } },
    });
    expect(away.health.parts.documentStore.status).toBe('ok');
    const refused = await api.call<ErrorBody>('GET', '/projects');
    expect(refused).toMatchObject({ status: 503, body: { code: 'store.away' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await api.startEventStore();
    let answer = await health();
    while (answer.status !== 200) answer = await health();
    expect((await api.call('GET', '/projects')).status).toBe(200);
  });
});
