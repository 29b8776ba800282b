import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobId } from '@assay/contract';
import { bundled } from '../../../../../test/support/bundled.ts';
import { eventually } from '../../../../../test/support/eventually.ts';
import { type FakeS3, fakeS3 } from '../../../../../test/support/fakeS3.ts';
import { addressSigner } from '../../../test/addressSigner.ts';
import { withVariables } from '../../../test/withVariables.ts';
import { OperationsError } from '../../operationsError.ts';
import { isStoreAway } from '../../storeAway.ts';
import { bucketPlaceOf } from '../blobPlace.ts';
import { type BlobStore, hiddenKeyOf, keyOf } from '../blobStore.ts';
import { type Blobs, openBlobs } from '../blobs.ts';
import { openFileBlobStore } from '../fileBlobStore.ts';
import { openBlobStore } from '../openBlobStore.ts';
import { copyObject } from './multipart.ts';
import { openBucket } from './openBucket.ts';

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex') as BlobId;
const mebibyte = 1024 * 1024;

function inPieces(content: Buffer): Readable {
  const pieces = Math.ceil(content.length / 100_000);
  return Readable.from(Array.from({ length: pieces }, (_, n) => content.subarray(n * 100_000, (n + 1) * 100_000)));
}

describe('blobs in a bucket', () => {
  const stores: BlobStore[] = [];
  const folders: string[] = [];
  let s3: FakeS3;
  let blobs: Blobs;
  let putBack: () => void;

  /** Opens the blobs of another machine. */
  async function machine(now = new Date()): Promise<{ blobs: Blobs; folder: string; store: BlobStore }> {
    const folder = await mkdtemp(join(tmpdir(), 'assay-bucket-'));
    folders.push(folder);
    return { folder, ...(await opened(folder, now)) };
  }
  async function opened(folder: string, now = new Date()): Promise<{ blobs: Blobs; store: BlobStore }> {
    const store = await openBlobStore({ folder, bucket: bucketPlaceOf(process.env) });
    stores.push(store);
    return { store, blobs: await openBlobs(store, addressSigner(1), () => now) };
  }
  const seen = () => [...s3.objects.keys()];
  const keyIn = (blobId: BlobId) => `assay/${keyOf(blobId)}`;

  beforeEach(async () => {
    s3 = await fakeS3();
    putBack = withVariables(s3.environment);
    ({ blobs } = await machine());
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    await s3.goAway();
    putBack();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  it('are named as files are, below the prefix, and nothing else is left there', async () => {
    const content = Buffer.from('a screenshot');
    const { blobId } = await blobs.put(content);
    expect(await blobs.put(content)).toEqual({ blobId, size: 12 });
    expect(seen()).toEqual([keyIn(blobId)]);
    expect(await blobs.read(blobId)).toEqual(content);
    expect(await blobs.has('0'.repeat(64) as BlobId)).toBe(false);
    expect(await blobs.read('../../etc/passwd' as BlobId)).toBeNull();
  });

  it('are shared by machines, each with its own data folder', async () => {
    const { blobs: others, folder } = await machine();
    const content = randomBytes(200_000);
    const { blobId } = await blobs.put(content);
    expect(await others.read(blobId)).toEqual(content);
    const piece = await others.stream(blobId, { first: 10, last: 19 });
    expect(piece && (await buffer(piece))).toEqual(content.subarray(10, 20));
    expect(await others.sizeOf(blobId)).toBe(200_000);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([0, 1000, 8 * mebibyte, 20 * mebibyte + 1])('are streamed in, %d bytes', async (size) => {
    const content = randomBytes(size);
    const terms = { expected: sha256(content), limit: 100 * mebibyte };
    expect(await blobs.putStream(inPieces(content), terms)).toEqual({ blobId: terms.expected, size });
    expect(s3.objects.get(keyIn(terms.expected))?.content.equals(content)).toBe(true);
    expect(s3.uploads.size).toBe(0);
  });

  it.each([1000, 20 * mebibyte])('refuse %d bytes with another hash, and keep nothing of them', async (size) => {
    const refused = blobs.putStream(inPieces(randomBytes(size)), {
      expected: sha256(Buffer.alloc(1)),
      limit: 100 * mebibyte,
    });
    await expect(refused).rejects.toMatchObject({ code: 'blob.hashMismatch' });
    expect([seen(), s3.uploads.size]).toEqual([[], 0]);
  });

  it('keep nothing of an upload that is cut off or too large', async () => {
    const content = randomBytes(20 * mebibyte);
    const upload = new PassThrough();
    const cutOff = blobs.putStream(upload, { expected: sha256(content), limit: 100 * mebibyte });
    upload.write(content);
    await eventually(() => s3.uploads.size === 1);
    upload.destroy();
    await expect(cutOff).rejects.toThrow('cut off');
    const tooLarge = blobs.putStream(inPieces(content), { expected: sha256(content), limit: 18 * mebibyte });
    await expect(tooLarge).rejects.toMatchObject({ code: 'blob.tooLarge' });
    expect([seen(), s3.uploads.size]).toEqual([[], 0]);
  });

  it('show nothing of what a killed process was uploading, and drop it after a day', async () => {
    const content = randomBytes(20 * mebibyte);
    const blobId = sha256(content);
    const { folder } = await machine();
    const script = await bundled('packages/operations/test/storeInput.ts');
    const child = spawn(process.execPath, [script, folder, blobId], { stdio: ['pipe', 'inherit', 'inherit'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.on('error', () => undefined).write(content.subarray(0, 18 * mebibyte));
    await eventually(() => [...s3.uploads.values()].some(({ parts }) => parts.size === 2));
    child.kill('SIGKILL');
    await ended;
    expect([seen(), await blobs.has(blobId), s3.uploads.size]).toEqual([[], false, 1]);
    await machine();
    expect(s3.uploads.size).toBe(1);
    await machine(new Date(Date.now() + 25 * 3_600_000));
    expect(s3.uploads.size).toBe(0);
  });

  it('are removed unless they are wanted, out of sight meanwhile', async () => {
    const [{ blobId }, kept] = [await blobs.put(Buffer.from('old')), await blobs.put(Buffer.from('new'))];
    const during: string[][] = [];
    const asked = (answer: boolean) => async () => {
      during.push(seen().sort());
      return answer;
    };
    expect(await blobs.remove(blobId, asked(true))).toBe(false);
    expect(await blobs.read(blobId)).toEqual(Buffer.from('old'));
    expect(await blobs.remove(blobId, asked(false))).toBe(true);
    expect(during[0]).toEqual([keyIn(kept.blobId), `assay/${hiddenKeyOf(blobId)}`].sort());
    expect(during[1]).toEqual(during[0]);
    expect(seen()).toEqual([keyIn(kept.blobId)]);
  });

  it('stay when they are stored again while they are removed', async () => {
    const { blobId } = await blobs.put(Buffer.from('needed'));
    const { blobs: others } = await machine();
    await blobs.remove(blobId, async () => {
      await others.put(Buffer.from('needed'));
      return true;
    });
    expect(seen()).toEqual([keyIn(blobId)]);
  });

  it('list what a killed process was removing', async () => {
    const ids = [];
    for (let n = 0; n < 5; n++) ids.push((await blobs.put(Buffer.from(`blob ${n}`))).blobId);
    for (const blobId of ids) {
      await expect(blobs.remove(blobId, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
    }
    expect((await blobs.leaving()).sort()).toEqual(ids.sort());
  });

  it('larger than S3 copies at once are copied in parts', async () => {
    const content = randomBytes(12 * mebibyte);
    const { blobId } = await blobs.put(content);
    const place = bucketPlaceOf(process.env);
    if (!place) throw new Error('no bucket');
    const bucket = openBucket(place);
    const [from, to] = [keyIn(blobId), 'assay/copy'];
    await copyObject(bucket, { from, to, size: content.length }, 5 * mebibyte);
    bucket.close();
    expect(s3.objects.get(to)?.content.equals(content)).toBe(true);
    expect(s3.uploads.size).toBe(0);
  });

  it('are stored by servers without conditional writes as well', async () => {
    s3.knowsConditions = false;
    const { blobId } = await blobs.put(Buffer.from('one'));
    await blobs.put(Buffer.from('one'));
    expect(seen()).toEqual([keyIn(blobId)]);
  });

  it.each([
    ['is down', null],
    ['asks to slow down', { status: 503, code: 'SlowDown' }],
    ['fails', { status: 500, code: 'InternalError' }],
    ['breaks connections', 'nothing'],
  ] as const)('are away while the server %s, and are there again afterwards', async (_, instead) => {
    const { blobId } = await blobs.put(Buffer.from('here'));
    if (instead === null) await s3.goAway();
    else s3.instead = () => instead;
    for (const call of [blobs.put(Buffer.from('more')), blobs.read(blobId), blobs.has(blobId)]) {
      expect(isStoreAway(await call.catch((error) => error))).toBe(true);
    }
    if (instead === null) await s3.comeBack();
    s3.instead = () => undefined;
    expect(await blobs.read(blobId)).toEqual(Buffer.from('here'));
  });

  it('are away when the server goes away in the middle of a content', async () => {
    const { blobId } = await blobs.put(randomBytes(8 * mebibyte));
    const content = await blobs.stream(blobId);
    await s3.goAway();
    if (!content) throw new Error('The bucket has the content.');
    expect(isStoreAway(await buffer(content).catch((error) => error))).toBe(true);
  });

  it('survive a request that was throttled once', async () => {
    let refused = 0;
    s3.instead = (request) =>
      request.startsWith('PUT') && refused++ === 0 ? { status: 503, code: 'SlowDown' } : undefined;
    const { blobId } = await blobs.put(Buffer.from('in the end'));
    expect([refused, seen()]).toEqual([2, [keyIn(blobId)]]);
  });

  describe('refuse to open in a sentence that has no secret', () => {
    const refusal = async () => {
      const error = await machine().catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(OperationsError);
      expect(JSON.stringify([error, (error as Error).stack, (error as Error).cause])).not.toMatch(/AKID|secret|wrong-/);
      return (error as Error).message;
    };

    it('with wrong credentials', async () => {
      process.env.AWS_SECRET_ACCESS_KEY = 'wrong-one';
      expect(await refusal()).toMatch(/does not accept the credentials \(SignatureDoesNotMatch\)/);
      process.env.AWS_ACCESS_KEY_ID = 'wrong-id';
      expect(await refusal()).toMatch(/does not accept the credentials \(InvalidAccessKeyId\)/);
    });

    it('without the bucket', async () => {
      process.env.ASSAY_BLOBS_URL = s3.environment.ASSAY_BLOBS_URL?.replace('evidence', 'other');
      expect(await refusal()).toMatch(/^The bucket of s3:\/\/other\/assay at 127\.0\.0\.1:\d+ does not exist\.$/);
    });

    it('without the permission to write', async () => {
      s3.instead = (request) => (request.startsWith('PUT') ? { status: 403, code: 'AccessDenied' } : undefined);
      expect(await refusal()).toMatch(/denies PutObject \(AccessDenied\)/);
    });
  });

  describe('that takes over from files', () => {
    it('read those that were not moved yet, and store new ones in the bucket', async () => {
      const { folder } = await machine();
      const files = openFileBlobStore(folder);
      const old = Buffer.from('from before');
      await files.put(sha256(old), old);
      const { blobs: moving, store } = await opened(folder);
      const { blobId } = await moving.put(Buffer.from('new'));
      expect(await moving.read(sha256(old))).toEqual(old);
      expect(seen()).toEqual([keyIn(blobId)]);
      const listed = [];
      for await (const blob of store.list()) listed.push(blob.blobId);
      expect(listed.sort()).toEqual([blobId, sha256(old)].sort());
      // On another machine it is not there, so it has to be stored.
      await moving.put(old);
      expect(seen().sort()).toEqual([keyIn(blobId), keyIn(sha256(old))].sort());
    });

    it('remove both, or put both back', async () => {
      const { folder } = await machine();
      const old = Buffer.from('from before');
      const blobId = sha256(old);
      await openFileBlobStore(folder).put(blobId, old);
      const { blobs: moving } = await opened(folder);
      expect(await moving.remove(blobId, async () => moving.has(blobId).then((has) => !has))).toBe(false);
      expect(await moving.read(blobId)).toEqual(old);
      expect(await moving.remove(blobId, async () => false)).toBe(true);
      expect([await moving.has(blobId), await moving.leaving()]).toEqual([false, []]);
    });
  });
});
