import type { BlobId } from '@assay/contract';
import { bucketPlaceOf } from '../src/blobs/blobPlace.ts';
import { openBlobs } from '../src/blobs/blobs.ts';
import { openBlobStore } from '../src/blobs/openBlobStore.ts';
import { addressSigner } from './addressSigner.ts';

/** Stores its input as the blob that it is given, in the bucket of ASSAY_BLOBS_URL. */
const [folder, blobId] = process.argv.slice(2);
if (!folder || !blobId) throw new Error('which folder, and which blob?');
const store = await openBlobStore({ folder, bucket: bucketPlaceOf(process.env) });
const blobs = await openBlobs(store, addressSigner(1), () => new Date());
await blobs.putStream(process.stdin, { expected: blobId as BlobId, limit: 100_000_000 });
await store.close();
