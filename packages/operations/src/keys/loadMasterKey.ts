import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OperationsError } from '../operationsError.ts';

const keyBytes = 32;

/** The file of the master key in the data folder, and that of the one which is about to replace it. */
export const masterKeyFile = 'master.key';
export const nextMasterKeyFile = 'master.key.next';

type KeyEnvironment = { ASSAY_MASTER_KEY?: string; ASSAY_MASTER_KEY_NEXT?: string };

/**
 * The master key, from `ASSAY_MASTER_KEY` (32 bytes as 64 hex digits or as base64), else from the file `master.key` in
 * the data folder, which the first start makes and which only its owner may read. Whoever loses it loses people's names
 * and the variables for good.
 * @throws OperationsError `masterKey.invalid` when the value found is not a valid key.
 */
export async function loadMasterKey(dataDir: string, environment: KeyEnvironment = process.env): Promise<Buffer> {
  const given = environment.ASSAY_MASTER_KEY;
  if (given) return parseKey(given, 'ASSAY_MASTER_KEY');
  const file = join(dataDir, masterKeyFile);
  const text = (await readIfThere(file)) ?? (await makeKeyFile(dataDir, file));
  return parseKey(text, file);
}

/**
 * The master keys at hand: that of `loadMasterKey`, and while it is replaced the other one too, from
 * `ASSAY_MASTER_KEY_NEXT` or the file `master.key.next`.
 * @throws OperationsError `masterKey.invalid`
 */
export async function loadMasterKeys(dataDir: string, environment: KeyEnvironment = process.env): Promise<Buffer[]> {
  const next = await nextMasterKey(dataDir, environment);
  // Read in this order: a file that takes the other's place in between is found as the other one.
  const current = await loadMasterKey(dataDir, environment);
  return next && !next.equals(current) ? [current, next] : [current];
}

/** @returns the key that is about to replace the master key; null when there is none. */
export async function nextMasterKey(
  dataDir: string,
  environment: KeyEnvironment = process.env,
): Promise<Buffer | null> {
  if (environment.ASSAY_MASTER_KEY) {
    const given = environment.ASSAY_MASTER_KEY_NEXT;
    return given ? parseKey(given, 'ASSAY_MASTER_KEY_NEXT') : null;
  }
  const file = join(dataDir, nextMasterKeyFile);
  const text = await readIfThere(file);
  return text === null ? null : parseKey(text, file);
}

/** @returns the key that is about to replace that in the file, made now unless an interrupted rotation has. */
export async function makeNextMasterKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, nextMasterKeyFile);
  await dropPassing(file);
  const text = (await readIfThere(file)) ?? (await makeKeyFile(dataDir, file));
  await flushFolderOf(file);
  return parseKey(text, file);
}

/** The next key's file takes the place of the earlier one's, which is gone then. */
export async function replaceMasterKeyFile(dataDir: string): Promise<void> {
  const file = join(dataDir, masterKeyFile);
  await dropPassing(file);
  await rename(join(dataDir, nextMasterKeyFile), file);
  await flushFolderOf(file);
}

/** Removes what a process that was killed while it made the file has left: it may hold the key. */
async function dropPassing(file: string): Promise<void> {
  const folder = dirname(file);
  const isPassing = (name: string) =>
    name.startsWith(`${basename(file)}.`) && /^[0-9a-f]{12}$/.test(name.slice(basename(file).length + 1));
  for (const name of await readdir(folder)) if (isPassing(name)) await unlink(join(folder, name));
}

/** A name is on disk when its folder is. Windows opens no folders, and needs nothing. */
async function flushFolderOf(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(dirname(file), 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function parseKey(text: string, source: string): Buffer {
  const trimmed = text.trim();
  const isHex = /^[0-9a-f]{64}$/i.test(trimmed);
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed);
  if (!isHex && !isBase64) {
    throw new OperationsError(
      'masterKey.invalid',
      `${source} must be a key of ${keyBytes} bytes: 64 hex digits, or 44 characters of base64.`,
    );
  }
  return Buffer.from(trimmed, isHex ? 'hex' : 'base64');
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Several processes may start at once, and any may be killed: the file gets its name when its content is on disk, and
 * later processes use the first one's.
 */
async function makeKeyFile(dataDir: string, file: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const passing = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(passing, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(keyBytes).toString('hex')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(passing, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await unlink(passing);
  }
  return readFile(file, 'utf8');
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
