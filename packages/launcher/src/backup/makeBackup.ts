import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backupEventStore } from '@assay/embedded-eventstore';
import { backupMongo } from '@assay/embedded-mongo';
import {
  type BlobStore,
  blobRemovalLease,
  masterKeyFile,
  masterKeyLease,
  nextMasterKeyFile,
  openMongoClient,
  operationsDatabase,
  verifyKeys,
} from '@assay/operations';
import { CommandError } from '../operation/command.ts';
import type { InstalledStores } from '../operation/installedStores.ts';
import { isThere } from '../operation/isThere.ts';
import { masterKeysOf } from '../operation/masterKeysOf.ts';
import { whileHolding } from '../operation/whileHolding.ts';
import {
  type Backup,
  type BackupManifest,
  backupFormat,
  backupsIn,
  blobListName,
  manifestPath,
  unfinishedEnding,
} from './backupManifest.ts';
import { copyBlobs } from './blobFiles.ts';
import { copyHashed, describeFile, filesBeneath, flushFolder } from './checkedFiles.ts';

export type Backingup = {
  dataDir: string;
  /** The folder of backups; created if missing. */
  to: string;
  stores: InstalledStores;
  blobs: BlobStore;
  withMasterKey: boolean;
  say: (line: string) => void;
  progress: (line: string) => void;
  stop: AbortSignal;
};
type Owner = { pid: number; host: string };

const ownerName = 'owner.json';

async function productVersion(): Promise<string> {
  const installation = dirname(dirname(fileURLToPath(import.meta.url)));
  return (JSON.parse(await readFile(join(installation, 'package.json'), 'utf8')) as { version: string }).version;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Removes the remains of unfinished backups. @throws CommandError when one is being made. */
async function clearUnfinished(tree: string): Promise<void> {
  for (const name of await readdir(tree)) {
    if (!name.endsWith(unfinishedEnding)) continue;
    const folder = join(tree, name);
    const file = join(folder, ownerName);
    const owner = (await isThere(file)) ? (JSON.parse(await readFile(file, 'utf8')) as Owner) : null;
    if (owner && (owner.host !== hostname() || isAlive(owner.pid))) {
      throw new CommandError(
        `Another backup is being made in ${folder} (process ${owner.pid} on ${owner.host}). If it is not, delete that folder.`,
      );
    }
    await rm(folder, { recursive: true });
  }
}

/** The installation's keys, as its document store has them now. @throws CommandError when they cannot be used. */
async function keysOf(mongoUrl: string, dataDir: string): Promise<string[]> {
  const masterKeys = await masterKeysOf(dataDir);
  const client = openMongoClient(mongoUrl);
  try {
    const { erased, unusable, isMasterKey } = await verifyKeys(client.db(operationsDatabase), masterKeys);
    if (isMasterKey === false || unusable.length > 0) {
      throw new CommandError('The master key does not open the keys of this installation: a backup would be useless.');
    }
    return erased;
  } finally {
    await client.close();
  }
}

/**
 * Files besides stores and blobs. What can be created again is left out: workspaces, samples, the file of the running
 * installation.
 */
async function ownFiles(dataDir: string, withMasterKey: boolean): Promise<string[]> {
  const keys = (await filesBeneath(join(dataDir, 'keys'))).map((path) => join('keys', path));
  const files = ['installation.json', ...(withMasterKey ? [masterKeyFile, nextMasterKeyFile] : [])];
  const there: string[] = [];
  for (const path of [...files, ...keys]) if (await isThere(join(dataDir, path))) there.push(path);
  return there;
}

/**
 * Makes a backup of an installation, running or stopped. The event log first, then operational state, then blobs and
 * keys: whatever an event names existed before the event and is therefore in the backup. It gets its name only when it
 * is complete and on disk.
 * @returns the backup, and the blobs that are damaged and therefore missing from it
 */
export async function makeBackup(order: Backingup): Promise<Backup & { damaged: string[] }> {
  const leases = [blobRemovalLease, masterKeyLease];
  return whileHolding(order.stores.mongoUrl, leases, order, () => copyAll(order));
}

async function copyAll(order: Backingup): Promise<Backup & { damaged: string[] }> {
  const { dataDir, to, stores, withMasterKey, say, progress, stop } = order;
  await mkdir(to, { recursive: true, mode: 0o700 });
  await clearUnfinished(to);
  const earlier = (await backupsIn(to)).at(-1) ?? null;
  const startedAt = new Date();
  const name = startedAt.toISOString().replaceAll(/[:.]/g, '-');
  const folder = join(to, name);
  if (await isThere(folder)) throw new CommandError(`${folder} exists already. Try again in a second.`);
  const passing = `${folder}${unfinishedEnding}`;
  await mkdir(passing, { mode: 0o700 });
  const owner: Owner = { pid: process.pid, host: hostname() };
  await writeFile(join(passing, ownerName), JSON.stringify(owner));

  // 1. The stores, events first.
  progress('event log …');
  const { events } = await backupEventStore({ dataDir: join(dataDir, 'eventstore'), to: join(passing, 'eventstore') });
  say(`${events} events`);
  stop.throwIfAborted();
  progress('operational state and read models …');
  const { documents } = await backupMongo({ dataDir: join(dataDir, 'mongo'), to: join(passing, 'mongo') });
  say(`${documents} documents`);
  // Newer than the copy: a key that was erased meanwhile stays erased.
  const erasedKeys = await keysOf(stores.mongoUrl, dataDir);

  // 2. Blobs.
  const { copied, linked, damaged } = await copyBlobs(
    order.blobs,
    { to: join(passing, 'blobs'), earlier: earlier && join(earlier.folder, 'blobs') },
    (done) => progress(`${done} blobs`),
    stop,
  );
  const blobs = [...copied, ...linked].sort((a, b) => (a.blobId < b.blobId ? -1 : 1));
  await writeFile(join(passing, blobListName), blobs.map(({ blobId, size }) => `${blobId} ${size}\n`).join(''));
  say(`${blobs.length} blobs, of which ${linked.length} were in the last backup already`);

  // 3. Keys and the rest.
  const own = await ownFiles(dataDir, withMasterKey);
  for (const path of own) await copyHashed(join(dataDir, path), join(passing, path));
  await rm(join(passing, ownerName));

  // 4. The manifest, which makes it a backup.
  const stored = ['eventstore', 'mongo'].map(async (store) =>
    (await filesBeneath(join(passing, store))).map((path) => join(store, path)),
  );
  const paths = [...(await Promise.all(stored)).flat(), blobListName, ...own];
  const files: BackupManifest['files'] = [];
  for (const path of paths) files.push(await describeFile(passing, path));
  const isIncluded = own.includes(masterKeyFile);
  const manifest: BackupManifest = {
    format: backupFormat,
    productVersion: await productVersion(),
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    events,
    documents,
    blobs: { count: blobs.length, bytes: blobs.reduce((sum, { size }) => sum + size, 0) },
    masterKey: isIncluded ? 'included' : withMasterKey ? 'elsewhere' : 'left out',
    erasedKeys,
    files,
  };
  await writeFile(manifestPath(passing), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
  await flushFolder(passing);
  await rename(passing, folder);
  await flushFolder(to);
  return { folder, manifest, damaged };
}
