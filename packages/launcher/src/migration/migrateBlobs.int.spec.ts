import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobId } from '@assay/contract';
import { type BlobStore, bucketPlaceOf, openBlobStore, openBucketStore, openFileBlobStore } from '@assay/operations';
import { type FakeS3, fakeS3 } from '../../../../test/support/fakeS3.ts';
import { withVariables } from '../../../operations/test/withVariables.ts';
import { blobPath } from '../backup/blobFiles.ts';
import { migrateBlobs } from './migrateBlobs.ts';

describe('migrating blobs into a bucket', () => {
  let s3: FakeS3;
  let putBack: () => void;
  let folder: string;
  let bucket: BlobStore;
  const ids: BlobId[] = [];
  beforeEach(async () => {
    s3 = await fakeS3();
    putBack = withVariables(s3.environment);
    const place = bucketPlaceOf(process.env);
    if (!place) throw new Error('no bucket');
    bucket = await openBucketStore(place);
    folder = await mkdtemp(join(tmpdir(), 'assay-blobs-'));
    const files = openFileBlobStore(folder);
    ids.length = 0;
    for (let n = 0; n < 30; n++) {
      const content = randomBytes(1000 + n);
      const blobId = createHash('sha256').update(content).digest('hex') as BlobId;
      await files.put(blobId, content);
      ids.push(blobId);
    }
  });
  afterEach(async () => {
    await bucket.close();
    await s3.goAway();
    putBack();
    await rm(folder, { recursive: true });
  });

  const left = async () => {
    const found: BlobId[] = [];
    for await (const { blobId } of openFileBlobStore(folder).list()) found.push(blobId);
    return found;
  };
  const inBucket = () => [...s3.objects.keys()].map((key) => key.slice(-64));
  const migrate = (onBlob: (done: number) => void = () => undefined, stop = new AbortController().signal) =>
    migrateBlobs({ folder, bucket, shown: 's3://evidence/assay', onBlob, stop });

  it('moves all files, and counts them', async () => {
    expect(await migrate()).toEqual({ moved: 30, bytes: 30 * 1000 + 435, known: 0, damaged: [] });
    expect([await left(), inBucket().sort()]).toEqual([[], [...ids].sort()]);
  });

  it('keeps Assay from starting without the bucket', async () => {
    const startsWithout = () => openBlobStore({ folder, bucket: null }).then((store) => store.close());
    await startsWithout();
    await migrate();
    await expect(startsWithout()).rejects.toMatchObject({
      code: 'blobs.moved',
      message: expect.stringContaining('were moved to s3://evidence/assay: set ASSAY_BLOBS_URL'),
    });
    await (await openBlobStore({ folder, bucket: bucketPlaceOf(process.env) })).close();
  });

  it('continues where it was interrupted', async () => {
    const stopping = new AbortController();
    await expect(migrate((done) => done === 10 && stopping.abort(), stopping.signal)).rejects.toThrow('aborted');
    const remaining = await left();
    expect(remaining.length).toBeGreaterThan(0);
    // Killed between the bucket and the file.
    const both = remaining[0] as BlobId;
    const copy = await openFileBlobStore(folder).stream(both);
    if (copy) await bucket.putStream(both, copy, 5000, () => undefined);
    expect(await migrate()).toMatchObject({ moved: remaining.length - 1, known: 1 });
    expect([await left(), inBucket().sort()]).toEqual([[], [...ids].sort()]);
  });

  it('leaves damaged files where they are, and names them', async () => {
    const [damaged, cutOff] = ids as [BlobId, BlobId];
    await appendFile(blobPath(folder, damaged), 'x');
    await rm(blobPath(folder, cutOff));
    await appendFile(blobPath(folder, cutOff), 'half');
    const { moved, damaged: named } = await migrate();
    expect([moved, named.sort()]).toEqual([28, [damaged, cutOff].sort()]);
    expect((await left()).sort()).toEqual([damaged, cutOff].sort());
    expect(inBucket()).not.toContain(damaged);
  });

  it('deletes no file while the bucket is away', async () => {
    await s3.goAway();
    await expect(migrate()).rejects.toThrow('cannot be reached');
    expect((await left()).length).toBe(30);
  });
});
