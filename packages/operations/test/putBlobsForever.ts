import { randomBytes } from 'node:crypto';
import { openBlobs } from '../src/blobs/blobs.ts';
import { openFileBlobStore } from '../src/blobs/fileBlobStore.ts';
import { addressSigner } from './addressSigner.ts';

/** Stores blobs in the folder it is given until it is killed, several at once, and prints the id of each one stored. */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('which folder?');
const blobs = await openBlobs(openFileBlobStore(folder), addressSigner(1), () => new Date());

async function putForever(): Promise<never> {
  for (;;) {
    const { blobId } = await blobs.put(randomBytes(50_000));
    process.stdout.write(`${blobId}\n`);
  }
}
await Promise.all([putForever(), putForever(), putForever(), putForever()]);
