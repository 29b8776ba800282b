import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobId } from '@assay/contract';
import { bundled } from '../../../../test/support/bundled.ts';
import { addressSigner } from '../../test/addressSigner.ts';
import { type Blobs, openBlobs } from './blobs.ts';
import { openFileBlobStore } from './fileBlobStore.ts';

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex') as BlobId;
const unknown = '0'.repeat(64) as BlobId;

describe('blobs', () => {
  let folder: string;
  let blobs: Blobs;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-blobs-'));
    blobs = await openBlobs(openFileBlobStore(folder), addressSigner(1), () => new Date());
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const files = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

  it('are named by the SHA-256 of their content, in folders by its beginning', async () => {
    const content = Buffer.from('a screenshot');
    const blobId = sha256(content);
    expect(await blobs.put(content)).toEqual({ blobId, size: 12 });
    expect(await readFile(join(folder, blobId.slice(0, 2), blobId), 'utf8')).toBe('a screenshot');
    expect(await blobs.has(blobId)).toBe(true);
    expect(await blobs.read(blobId)).toEqual(content);
  });

  it('are stored once, even when many store the same at once', async () => {
    const content = randomBytes(100_000);
    const terms = { expected: sha256(content), limit: 100_000 };
    const stored = await Promise.all([
      ...Array.from({ length: 5 }, () => blobs.put(content)),
      ...Array.from({ length: 5 }, () => blobs.putStream(Readable.from([content]), terms)),
    ]);
    expect(new Set(stored.map(({ blobId }) => blobId)).size).toBe(1);
    expect(await files()).toHaveLength(1);
  });

  it('are streamed in and out', async () => {
    const content = randomBytes(3_000_000);
    const pieces = Array.from({ length: 30 }, (_, n) => content.subarray(n * 100_000, (n + 1) * 100_000));
    const stored = await blobs.putStream(Readable.from(pieces), { expected: sha256(content), limit: 3_000_000 });
    expect(stored).toEqual({ blobId: sha256(content), size: 3_000_000 });
    expect(await blobs.sizeOf(stored.blobId)).toBe(content.length);
    const piece = await blobs.stream(stored.blobId, { first: 1, last: 3 });
    expect(piece && (await buffer(piece)).equals(content.subarray(1, 4))).toBe(true);
    const stream = await blobs.stream(stored.blobId);
    expect(stream && (await buffer(stream)).equals(content)).toBe(true);
  });

  it('may be empty', async () => {
    const { blobId, size } = await blobs.put(Buffer.alloc(0));
    expect(size).toBe(0);
    expect(await blobs.read(blobId)).toEqual(Buffer.alloc(0));
  });

  it('are unknown until stored, and no id leads out of the folder', async () => {
    const outside = '../../etc/passwd' as BlobId;
    for (const id of [unknown, outside]) {
      const found = [await blobs.has(id), await blobs.read(id), await blobs.stream(id), await blobs.sizeOf(id)];
      expect(found).toEqual([false, null, null, null]);
    }
  });

  it('refuse content with an unexpected hash, and keep nothing of it', async () => {
    const refused = blobs.putStream(Readable.from([Buffer.from('changed')]), { expected: unknown, limit: 100 });
    await expect(refused).rejects.toMatchObject({ code: 'blob.hashMismatch' });
    expect(await files()).toEqual([]);
  });

  it('refuse content over the limit, without reading all of it, and keep nothing of it', async () => {
    let made = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          made += 1;
          yield Buffer.alloc(100_000);
        }
      })(),
    );
    await expect(blobs.putStream(endless, { expected: unknown, limit: 1_000_000 })).rejects.toMatchObject({
      code: 'blob.tooLarge',
    });
    expect(made).toBeLessThan(100);
    expect(await files()).toEqual([]);
  });

  it('keep nothing of an upload that is cut off', async () => {
    const upload = new PassThrough();
    upload.write(Buffer.alloc(1000));
    const refused = blobs.putStream(upload, { expected: unknown, limit: 10_000 });
    upload.destroy();
    await expect(refused).rejects.toThrow('cut off');
    const failing = new Readable({
      read() {
        this.destroy(new Error('the connection broke'));
      },
    });
    await expect(blobs.putStream(failing, { expected: unknown, limit: 10_000 })).rejects.toThrow(
      'the connection broke',
    );
    expect(await files()).toEqual([]);
  });

  it('report a damaged file', async () => {
    const { blobId } = await blobs.put(Buffer.from('evidence'));
    await writeFile(join(folder, blobId.slice(0, 2), blobId), 'evidencE');
    await expect(blobs.read(blobId)).rejects.toMatchObject({ code: 'blob.damaged' });
  });

  it('survive their killed writer completely, once acknowledged', async () => {
    const script = await bundled('packages/operations/test/putBlobsForever.ts');
    const writer = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const acknowledged: BlobId[] = [];
    for await (const line of createInterface(writer.stdout)) {
      acknowledged.push(line as BlobId);
      if (acknowledged.length === 50) writer.kill('SIGKILL');
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(50);
    const contents = await Promise.all(acknowledged.map((blobId) => blobs.read(blobId)));
    expect(contents.filter((content) => content === null)).toEqual([]);
  });

  it('drop what a killed process left half-written after a day, and nothing newer', async () => {
    const incoming = join(folder, 'incoming');
    await mkdir(incoming, { recursive: true });
    const now = Date.now() / 1000;
    await writeFile(join(incoming, 'old'), 'half');
    await utimes(join(incoming, 'old'), now, now - 25 * 3600);
    await writeFile(join(incoming, 'young'), 'half');
    await openBlobs(openFileBlobStore(folder), addressSigner(1), () => new Date());
    expect(await readdir(incoming)).toEqual(['young']);
  });
});
