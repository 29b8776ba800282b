import { createReadStream } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { readModelDatabase } from '@assay/application';
import type { BlobId } from '@assay/contract';
import { beginHistory } from '@assay/event-log';
import {
  type BlobStore,
  type ListedBlob,
  OperationsError,
  openMongoClient,
  operationsDatabase,
  storeChecked,
} from '@assay/operations';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { Db } from 'mongodb';
import { lastRevision } from '../migration/lastRevision.ts';
import { CommandError } from '../operation/command.ts';
import { eachAtOnce } from '../operation/eachAtOnce.ts';
import { openInstalledStores } from '../operation/installedStores.ts';
import { type Backup, blobListName } from './backupManifest.ts';
import { blobPath } from './blobFiles.ts';
import { copyHashed, isAsDescribed } from './checkedFiles.ts';
import { eraseAgain, erasedInBackups, erasedInInstallation } from './erasedKeys.ts';
import { checkTarget, clearTarget, finishTarget } from './restoreTarget.ts';

export type Restoring = {
  backup: Backup;
  dataDir: string;
  replace: boolean;
  distDir: string;
  /** Where blobs go: into the data folder, or into a bucket, which keeps what it has. */
  blobs: BlobStore;
  intoBucket: boolean;
  say: (line: string) => void;
  progress: (line: string) => void;
  stop: AbortSignal;
};

const roomToSpare = 64 * 1024 * 1024;

async function* listedBlobs(folder: string): AsyncGenerator<ListedBlob> {
  for await (const line of createInterface({ input: createReadStream(join(folder, blobListName)) })) {
    const [blobId = '', size] = line.split(' ');
    if (blobId !== '') yield { blobId: blobId as BlobId, size: Number(size) };
  }
}

/** Checks everything before anything is changed. @throws CommandError naming what is missing or damaged */
async function checkBackup({ folder, manifest }: Backup, { progress, stop }: Restoring): Promise<void> {
  for (const file of manifest.files) {
    stop.throwIfAborted();
    progress(`checking ${file.path}`);
    if (await isAsDescribed(folder, file)) continue;
    throw new CommandError(`The backup ${folder} is damaged: ${file.path} is not what was backed up. Use another one.`);
  }
  let checked = 0;
  for await (const { blobId, size } of listedBlobs(folder)) {
    stop.throwIfAborted();
    progress(`${++checked} of ${manifest.blobs.count} blobs checked`);
    const path = blobPath('blobs', blobId);
    if (await isAsDescribed(folder, { path, size, sha256: blobId })) continue;
    throw new CommandError(`The backup ${folder} is damaged: ${path} is not what was backed up. Use another one.`);
  }
  if (checked !== manifest.blobs.count) {
    throw new CommandError(`The backup ${folder} lists ${checked} blobs but should hold ${manifest.blobs.count}.`);
  }
}

async function checkRoom({ manifest }: Backup, { dataDir, intoBucket }: Restoring): Promise<void> {
  const blobBytes = intoBucket ? 0 : manifest.blobs.bytes;
  const needed = blobBytes + manifest.files.reduce((sum, { size }) => sum + size, 0) + roomToSpare;
  let folder = dataDir;
  for (;;) {
    try {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize >= needed) return;
      const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;
      throw new CommandError(
        `There are ${megabytes(bavail * bsize)} free for ${dataDir}, and ${megabytes(needed)} are needed.`,
      );
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOENT') throw error;
      folder = dirname(folder);
    }
  }
}

async function copyBack({ folder, manifest }: Backup, { dataDir, blobs, progress, stop }: Restoring): Promise<void> {
  for (const { path, sha256 } of manifest.files) {
    stop.throwIfAborted();
    if (path === blobListName) continue;
    progress(path);
    if ((await copyHashed(join(folder, path), join(dataDir, path))) === sha256) continue;
    throw new CommandError(`${path} changed while it was copied. Check the disk of ${folder}, and restore again.`);
  }
  let done = 0;
  const bring = async ({ blobId, size }: ListedBlob) => {
    const content = createReadStream(blobPath(join(folder, 'blobs'), blobId));
    await storeChecked(blobs, content, { expected: blobId, limit: size }).catch((error) => {
      const isChanged = error instanceof OperationsError && /^blob\.(hashMismatch|tooLarge)$/.test(error.code);
      throw isChanged ? new CommandError(`The blob ${blobId} changed while it was copied. Restore again.`) : error;
    });
    progress(`${++done} of ${manifest.blobs.count} blobs`);
  };
  await eachAtOnce(listedBlobs(folder), bring, stop);
}

/**
 * Passwords of users whose registration is newer than the copied log: they could sign in without a user, and their
 * e-mail address would stay taken.
 */
async function dropUnknownCredentials(operations: Db, eventStoreUrl: string, startedAt: Date): Promise<void> {
  const credentials = operations.collection<{ _id: string; changedAt: Date }>('credentials');
  const recent = await credentials.find({ changedAt: { $gte: startedAt } }, { projection: { _id: 1 } }).toArray();
  if (recent.length === 0) return;
  const events = EventStoreDBClient.connectionString(eventStoreUrl);
  for (const { _id } of recent) {
    if ((await lastRevision(events, `user-${_id}`)) < 0n) await credentials.deleteOne({ _id });
  }
  await events.dispose();
}

/**
 * Makes the copied state consistent: a history of its own, without derived data, without leases, and without responses
 * about events that are newer than the copied log.
 * @returns how many keys were erased again
 */
async function putRight({ manifest }: Backup, { dataDir }: Restoring, erased: ReadonlySet<string>): Promise<number> {
  const stores = await openInstalledStores(dataDir);
  const client = openMongoClient(stores.mongoUrl);
  try {
    await beginHistory(stores.eventStoreUrl);
    await client.db(readModelDatabase).dropDatabase();
    const operations = client.db(operationsDatabase);
    for (const name of ['workRuns', 'workUnits', 'workSeats', 'projectTrials', 'changeFeed'])
      await operations.collection(name).drop();
    await operations.collection('processLeases').updateMany({}, { $set: { holder: null, until: new Date(0) } });
    const startedAt = new Date(manifest.startedAt);
    await operations
      .collection('idempotency')
      .deleteMany({ $or: [{ answer: null }, { startedAt: { $gte: startedAt } }] });
    await dropUnknownCredentials(operations, stores.eventStoreUrl, startedAt);
    return await eraseAgain(operations, erased, new Date());
  } finally {
    await client.close();
    await stores.stop();
  }
}

/**
 * Restores a backup into a data folder.
 * @returns where the previous content is now; null when there was none
 * @throws CommandError, before anything is changed, when the backup is incomplete or may not go there
 */
export async function restoreBackup(order: Restoring): Promise<string | null> {
  const { backup, dataDir, replace, distDir, say } = order;
  const contents = await checkTarget(dataDir, replace);
  await checkRoom(backup, order);
  await checkBackup(backup, order);
  say(`The backup is complete: ${backup.manifest.events} events, ${backup.manifest.blobs.count} blobs.`);
  const known = contents.length === 0 ? [] : await erasedInInstallation(dataDir, distDir);
  if (known === null) {
    say(
      'The document store that is being replaced can no longer be read: keys erased since the last backup are unknown.',
    );
  }
  const erased = new Set([...(await erasedInBackups(backup)), ...(known ?? [])]);

  const aside = await clearTarget(dataDir, contents, new Date());
  await copyBack(backup, order);
  const count = await putRight(backup, order, erased);
  if (count > 0) say(`${count} keys had been erased after the backup was made and were erased again.`);
  await finishTarget(dataDir);
  return aside;
}
