import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Where keys are kept: `user:<id>` for a person's data, `account:<id>` for an account's secrets. Erasing a key erases
 * everything that was written under it.
 */
export type KeyStore = {
  find(keyId: string): Promise<Buffer | null>;
  findOrCreate(keyId: string): Promise<Buffer>;
};

const prefix = 'enc:v1:';
const ivLength = 12;
const tagLength = 16;

/** @returns `enc:v1:<keyId>:<base64 of iv, tag, ciphertext>` (AES-256-GCM; the key's id is authenticated with it). */
export async function encryptField(keys: KeyStore, keyId: string, text: string): Promise<string> {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', await keys.findOrCreate(keyId), iv);
  cipher.setAAD(Buffer.from(keyId));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${prefix}${keyId}:${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')}`;
}

/**
 * @returns the text, or null when the key is erased.
 * @throws when the text was tampered with.
 */
export async function decryptField(keys: KeyStore, field: string): Promise<string | null> {
  if (!field.startsWith(prefix)) return field;
  const end = field.lastIndexOf(':');
  const keyId = field.slice(prefix.length, end);
  const key = await keys.find(keyId);
  if (!key) return null;
  const bytes = Buffer.from(field.slice(end + 1), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength));
  decipher.setAAD(Buffer.from(keyId));
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8');
}
