import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isThere } from './operation/isThere.ts';

/** What clients of the embedded stores must have, so that nobody else on this machine can read or write them. */
export type StoreAccess = { user: string; password: string; passwordFile: string; certFile: string; keyFile: string };

/** @returns the access of the stores in this data folder, made at the first start. */
export async function storeAccess(dataDir: string): Promise<StoreAccess> {
  const keys = join(dataDir, 'keys');
  await mkdir(keys, { recursive: true, mode: 0o700 });
  const passwordFile = join(keys, 'store-password');
  const certFile = join(keys, 'store-certificate.pem');
  const keyFile = join(keys, 'store-key.pem');
  if (!(await isThere(passwordFile))) await writeWhole(passwordFile, randomBytes(24).toString('base64url'));
  // The certificate is written last: a start that was interrupted between the two makes both again.
  if (!(await isThere(certFile))) {
    // Only a first start needs what makes it.
    const { makeStoreCertificate } = await import('./makeStoreCertificate.ts');
    const { cert, private: key } = await makeStoreCertificate();
    await writeWhole(keyFile, key);
    await writeWhole(certFile, cert);
  }
  const password = (await readFile(passwordFile, 'utf8')).trim();
  return { user: 'assay', password, passwordFile, certFile, keyFile };
}

async function writeWhole(path: string, content: string): Promise<void> {
  await writeFile(`${path}.new`, `${content.trim()}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
