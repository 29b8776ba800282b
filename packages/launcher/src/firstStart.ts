import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createAccountWithAdmin,
  generatePassword,
  InvalidFields,
  type NewAccount,
  type Stores,
} from '@assay/application';
import type { AccountId, UserId } from '@assay/contract';
import { SettingError, type Settings } from './settings.ts';

export type Owner = { accountId: AccountId; userId: UserId };
export type FirstStart = {
  owner: Owner;
  /** To be shown once; null when this is not the first start. */
  credentials: { email: string; password: string; madeUp: boolean } | null;
};

const accountName = 'demo';

async function readJson<Shape>(path: string): Promise<Shape | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Shape;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function made(stores: Stores, wanted: NewAccount): Promise<Owner> {
  try {
    return await createAccountWithAdmin(stores, wanted);
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error;
    throw new SettingError(`ASSAY_ADMIN_PASSWORD: ${error.errors.map(({ message }) => message).join(' ')}`);
  }
}

/**
 * The administrator and the account of this installation; created at the first start and stored in the data folder.
 */
export async function makeFirstAccount(stores: Stores, settings: Settings): Promise<FirstStart> {
  const path = join(settings.dataDir, 'installation.json');
  const owner = await readJson<Owner>(path);
  if (owner) return { owner, credentials: null };
  const email = settings.admin.email ?? 'admin@assay.local';
  const password = settings.admin.password ?? generatePassword(stores.operations.credentials.passwordMinLength);
  const person = { email, password, firstName: 'Assay', lastName: 'Administrator', staff: true };
  // A first start that was cut off had already set a password, which nobody has seen.
  const first = await made(stores, { accountName, ...person, existingPerson: 'setPassword' });
  await writeFile(path, `${JSON.stringify(first, null, 2)}\n`);
  return { owner: first, credentials: { email, password, madeUp: settings.admin.password === null } };
}
