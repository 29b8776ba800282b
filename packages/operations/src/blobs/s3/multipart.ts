import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { nameOf } from './bucketErrors.ts';
import type { Bucket } from './openBucket.ts';

const mebibyte = 1024 * 1024;
/** S3 wants at least 5 MiB in each part but the last. One part is in memory for each upload in progress. */
const usualPartBytes = 8 * mebibyte;
const maxParts = 10_000;
/** What S3 copies in one request. */
const maxCopyBytes = 5 * 1024 * mebibyte;

/** @returns the bytes of each part of a content of that maximum size */
export function partBytesFor(limit: number): number {
  return Math.max(usualPartBytes, Math.ceil(limit / maxParts));
}

/** @returns the stream's bytes in parts of one size, the last one smaller; an empty stream has one empty part. */
export async function* partsOf(content: Readable, partBytes: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let isFirst = true;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    while (bytes >= partBytes) {
      const whole = Buffer.concat(chunks, bytes);
      yield whole.subarray(0, partBytes);
      isFirst = false;
      chunks = [whole.subarray(partBytes)];
      bytes -= partBytes;
    }
  }
  if (bytes > 0 || isFirst) yield Buffer.concat(chunks, bytes);
}

type Upload = { Bucket: string; Key: string; UploadId: string };
/** Sends a part. @returns the tag that the server gives it */
type SendPart = (upload: Upload, number: number) => Promise<string | undefined>;

/** Makes an object of parts, which exists once all are there; otherwise nothing of it remains. */
async function inParts(bucket: Bucket, key: string, parts: AsyncIterable<SendPart>, check: () => void): Promise<void> {
  const object = { Bucket: bucket.name, Key: key };
  const { UploadId = '' } = await bucket.ask('CreateMultipartUpload', (client) =>
    client.send(new CreateMultipartUploadCommand(object)),
  );
  const upload = { ...object, UploadId };
  try {
    const done: CompletedPart[] = [];
    for await (const send of parts) {
      const PartNumber = done.length + 1;
      done.push({ PartNumber, ETag: await send(upload, PartNumber) });
    }
    check();
    await complete(bucket, upload, done);
  } catch (error) {
    // Where this fails as well, it is abandoned, and removed later.
    await bucket.client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

async function complete(bucket: Bucket, upload: Upload, Parts: CompletedPart[]): Promise<void> {
  const isUnknown = (error: unknown) => nameOf(error) === 'NoSuchUpload';
  const command = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } });
  try {
    await bucket.ask('CompleteMultipartUpload', (client) => client.send(command), isUnknown);
  } catch (error) {
    if (!isUnknown(error)) throw error;
    // The answer to an earlier attempt was lost: then the object exists.
    const { Bucket, Key } = upload;
    await bucket.ask('HeadObject', (client) => client.send(new HeadObjectCommand({ Bucket, Key })));
  }
}

/** @param check called before the object exists; when it throws, nothing is stored. */
export function uploadParts(
  bucket: Bucket,
  key: string,
  parts: AsyncIterable<Buffer>,
  check: () => void,
): Promise<void> {
  async function* sending(): AsyncGenerator<SendPart> {
    for await (const Body of parts) {
      yield async (upload, PartNumber) => {
        const command = new UploadPartCommand({ ...upload, PartNumber, Body });
        return (await bucket.ask('UploadPart', (client) => client.send(command))).ETag;
      };
    }
  }
  return inParts(bucket, key, sending(), check);
}

/** Copies an object within the bucket. @param atOnce bytes that one request may copy */
export async function copyObject(
  bucket: Bucket,
  { from, to, size }: { from: string; to: string; size: number },
  atOnce = maxCopyBytes,
): Promise<void> {
  const CopySource = `${bucket.name}/${from}`;
  if (size <= atOnce) {
    const command = new CopyObjectCommand({ Bucket: bucket.name, Key: to, CopySource });
    await bucket.ask('CopyObject', (client) => client.send(command));
    return;
  }
  async function* copying(): AsyncGenerator<SendPart> {
    for (let first = 0; first < size; first += atOnce) {
      const CopySourceRange = `bytes=${first}-${Math.min(size, first + atOnce) - 1}`;
      yield async (upload, PartNumber) => {
        const command = new UploadPartCopyCommand({ ...upload, PartNumber, CopySource, CopySourceRange });
        return (await bucket.ask('UploadPartCopy', (client) => client.send(command))).CopyPartResult?.ETag;
      };
    }
  }
  await inParts(bucket, to, copying(), () => undefined);
}
