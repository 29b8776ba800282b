import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { BlobId } from '@assay/contract';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { OperationsError } from '../../operationsError.ts';
import type { BucketPlace } from '../blobPlace.ts';
import { type BlobStore, hiddenKeyOf, isBlobId, keyOf, type ListedBlob, outOfSight } from '../blobStore.ts';
import { isMissing, isThereAlready, isUnsupported, nameOf } from './bucketErrors.ts';
import { copyObject, partBytesFor, partsOf, uploadParts } from './multipart.ts';
import { type Bucket, openBucket } from './openBucket.ts';

/** Blobs as objects of a bucket, under the same names as files have in a folder. */
export async function openBucketBlobStore(place: BucketPlace): Promise<BlobStore> {
  const bucket = openBucket(place);
  try {
    await requireAccess(bucket);
  } catch (error) {
    bucket.close();
    throw error;
  }
  const at = (key: string) => ({ Bucket: bucket.name, Key: bucket.prefix + key });

  /** @returns null where the object does not exist */
  async function found<Answer>(operation: string, work: Parameters<typeof bucket.ask<Answer>>[1]) {
    try {
      return await bucket.ask<Answer>(operation, work, isMissing);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async function sizeOfKey(key: string): Promise<number | null> {
    const head = await found('HeadObject', (client) => client.send(new HeadObjectCommand(at(key))));
    return head && (head.ContentLength ?? 0);
  }

  const remove = (key: string) =>
    bucket.ask('DeleteObject', (client) => client.send(new DeleteObjectCommand(at(key)))).then(() => undefined);

  let isConditional = true;
  /** @returns whether the object exists now: stored, or there before; false where that has to be done otherwise */
  async function putIfAbsent(object: PutObjectCommandInput): Promise<boolean> {
    // With a conflict, another process is writing the same content, and may yet fail.
    const isOtherwise = (error: unknown) => isUnsupported(error) || nameOf(error) === 'ConditionalRequestConflict';
    const isAnswer = (error: unknown) => isThereAlready(error) || isOtherwise(error);
    const command = new PutObjectCommand({ ...object, IfNoneMatch: '*' });
    try {
      await bucket.ask('PutObject', (client) => client.send(command), isAnswer);
      return true;
    } catch (error) {
      if (!isAnswer(error)) throw error;
      if (isUnsupported(error)) isConditional = false;
      return isThereAlready(error);
    }
  }

  async function put(blobId: BlobId, content: Buffer): Promise<void> {
    const object = { ...at(keyOf(blobId)), Body: content, ContentLength: content.length };
    if (isConditional && (await putIfAbsent(object))) return;
    // Storing a content again is no harm.
    await bucket.ask('PutObject', (client) => client.send(new PutObjectCommand(object)));
  }

  /** Moves an object; a process killed in between leaves both. */
  async function move(from: string, to: string): Promise<void> {
    const size = await sizeOfKey(from);
    if (size === null) return;
    await copyObject(bucket, { from: bucket.prefix + from, to: bucket.prefix + to, size });
    await remove(from);
  }

  return {
    put,
    sizeOf: (blobId) => sizeOfKey(keyOf(blobId)),

    stream: async (blobId, bytes) => {
      const Range = bytes && `bytes=${bytes.first}-${bytes.last}`;
      const command = new GetObjectCommand({ ...at(keyOf(blobId)), Range });
      const answer = await found('GetObject', (client) => client.send(command));
      if (answer === null) return null;
      return answer.Body instanceof Readable ? bucket.contentOf(answer.Body) : Readable.from([]);
    },

    putStream: async (blobId, content, limit, check) => {
      const parts = partsOf(content, partBytesFor(limit));
      const { value: first } = await parts.next();
      const second = await parts.next();
      if (second.done) {
        check();
        await put(blobId, first ?? Buffer.alloc(0));
        return;
      }
      async function* all() {
        yield first ?? Buffer.alloc(0);
        yield second.value as Buffer;
        yield* parts;
      }
      await uploadParts(bucket, bucket.prefix + keyOf(blobId), all(), check);
    },

    hide: (blobId) => move(keyOf(blobId), hiddenKeyOf(blobId)),

    unhide: async (blobId) => {
      if ((await sizeOfKey(keyOf(blobId))) !== null) await remove(hiddenKeyOf(blobId));
      else await move(hiddenKeyOf(blobId), keyOf(blobId));
    },

    deleteHidden: (blobId) => remove(hiddenKeyOf(blobId)),

    hidden: async () => {
      const ids: BlobId[] = [];
      for await (const { blobId } of listed(bucket, `${outOfSight}/`, hiddenKeyOf)) ids.push(blobId);
      return ids;
    },

    list: () => listed(bucket, '', keyOf),

    dropAbandoned: (before) => abortUploads(bucket, before),
    close: async () => bucket.close(),
  };
}

/** @param keyFor what the key of a blob is there; others are passed over. */
async function* listed(bucket: Bucket, folder: string, keyFor: (blobId: BlobId) => string): AsyncGenerator<ListedBlob> {
  let ContinuationToken: string | undefined;
  do {
    const command = new ListObjectsV2Command({
      Bucket: bucket.name,
      Prefix: bucket.prefix + folder,
      ContinuationToken,
    });
    const page = await bucket.ask('ListObjectsV2', (client) => client.send(command));
    for (const { Key = '', Size = 0 } of page.Contents ?? []) {
      const name = Key.slice(Key.lastIndexOf('/') + 1);
      if (isBlobId(name) && Key === bucket.prefix + keyFor(name)) yield { blobId: name, size: Size };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

/** Tries everything that is needed later, so that a key with too few permissions is refused at the start. */
async function requireAccess(bucket: Bucket): Promise<void> {
  const object = { Bucket: bucket.name, Key: `${bucket.prefix}incoming/${randomUUID()}` };
  const listing = new ListObjectsV2Command({
    Bucket: bucket.name,
    Prefix: `${bucket.prefix}${outOfSight}/`,
    MaxKeys: 1,
  });
  await bucket.ask('ListObjectsV2', (client) => client.send(listing));
  await bucket.ask('PutObject', (client) => client.send(new PutObjectCommand({ ...object, Body: 'may be deleted' })));
  await bucket.ask('GetObject', async (client) =>
    (await client.send(new GetObjectCommand(object))).Body?.transformToString(),
  );
  await bucket.ask('DeleteObject', (client) => client.send(new DeleteObjectCommand(object)));
}

/** Unfinished uploads take space, although they cannot be seen. */
async function abortUploads(bucket: Bucket, before: Date): Promise<void> {
  let next: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
  while (next) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: bucket.name,
      Prefix: bucket.prefix,
      ...next,
    });
    const page = await bucket
      .ask('ListMultipartUploads', (client) => client.send(command), isUnsupported)
      .catch((error) => {
        // The bucket's own rules have to remove them: the server or its key does not let us.
        if (isUnsupported(error) || error instanceof OperationsError) return null;
        throw error;
      });
    if (page === null) return;
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Initiated || Initiated >= before) continue;
      const abort = new AbortMultipartUploadCommand({ Bucket: bucket.name, Key, UploadId });
      // Another process may have done it just now.
      await bucket
        .ask('AbortMultipartUpload', (client) => client.send(abort), isMissing)
        .catch((error) => {
          if (!isMissing(error)) throw error;
        });
    }
    next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null;
  }
}
