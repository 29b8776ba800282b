import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { OperationsError } from '../operationsError.ts';

const keyBytes = 32;

/**
 * The master key, from `ASSAY_MASTER_KEY` (32 bytes as 64 hex digits or as base64), else from the file `master.key` in
 * the data folder, which the first start makes and which only its owner may read. Whoever loses it loses people's names
 * and the variables for good.
 * @throws OperationsError `masterKey.invalid` when the value found is not a valid key.
 */
export async function loadMasterKey(
  dataDir: string,
  environment: { ASSAY_MASTER_KEY?: string } = process.env,
): Promise<Buffer> {
  const given = environment.ASSAY_MASTER_KEY;
  if (given) return parseKey(given, 'ASSAY_MASTER_KEY');
  const file = join(dataDir, 'master.key');
  const text = (await readIfThere(file)) ?? (await makeKeyFile(dataDir, file));
  return parseKey(text, file);
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
