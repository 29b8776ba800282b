import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bucketPlaceOf } from '@assay/operations';
import type { FastifyInstance } from 'fastify';
import { type FakeS3, fakeS3 } from '../../../test/support/fakeS3.ts';
import { withVariables } from '../../operations/test/withVariables.ts';
import { watchBlobs } from '../src/stores/blobWatch.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

describe('blobs in a bucket', () => {
  let s3: FakeS3;
  let putBack: () => void;
  let api: ApiUnderTest;
  let elsewhere: FastifyInstance;
  let folder: string;
  beforeAll(async () => {
    s3 = await fakeS3();
    putBack = withVariables(s3.environment);
    api = await startApi({ bucket: bucketPlaceOf(process.env) });
    folder = await mkdtemp(join(tmpdir(), 'assay-elsewhere-'));
    ({ app: elsewhere } = await api.another({ dataDir: folder }));
  });
  afterAll(async () => {
    await api.stop();
    await s3.goAway();
    putBack();
    await rm(folder, { recursive: true });
  });

  const terms = { name: 'run.webm', mediaType: 'video/webm', expiresInSeconds: 60 };
  const get = (app: FastifyInstance, url: string, headers = {}) => app.inject({ method: 'GET', url, headers });

  it('are answered for by the api of each machine, in ranges as well', async () => {
    const { blobId } = await api.operations.blobs.put(Buffer.from('0123456789'));
    const url = api.operations.blobs.signUrl(blobId, terms);
    for (const app of [api.app, elsewhere]) {
      expect((await get(app, url)).body).toBe('0123456789');
      const piece = await get(app, url, { range: 'bytes=2-4' });
      expect([piece.statusCode, piece.body, piece.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('answer 503 while the bucket is away, and recover', async () => {
    const { blobId } = await api.operations.blobs.put(Buffer.from('later'));
    const url = api.operations.blobs.signUrl(blobId, terms);
    await s3.goAway();
    const away = await get(elsewhere, url);
    expect([away.statusCode, away.json()]).toEqual([503, expect.objectContaining({ code: 'store.away' })]);
    await s3.comeBack();
    expect((await get(elsewhere, url)).body).toBe('later');
  });

  it('show in the health of the service, and are asked for at most every ten seconds', async () => {
    let seconds = 0;
    const blobs = watchBlobs(api.operations.blobs, () => seconds * 1_000);
    expect(await blobs.look()).toBe('ok');
    await s3.goAway();
    expect(await blobs.look()).toBe('ok');
    seconds = 10;
    expect(await blobs.look()).toBe('away');
    // This api was not asked for its health before.
    const health = await get(elsewhere, '/api/health');
    expect([health.statusCode, health.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'degraded', parts: expect.objectContaining({ blobs: { status: 'away' } }) }),
    ]);
    await s3.comeBack();
    seconds = 20;
    expect(await blobs.look()).toBe('ok');
  });
});
