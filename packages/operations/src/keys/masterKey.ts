import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { OperationsError } from '../operationsError.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** A secret that protects all others of an installation, and the keys derived from it. Held in memory only. */
export type MasterKey = {
  /** Wraps a data key for storage: nonce, tag and AES-256-GCM cipher text, bound to the id it is stored under. */
  wrap(keyId: string, dataKey: Buffer): Buffer;
  /** @throws OperationsError `key.damaged` when the bytes were changed, or were wrapped for another id. */
  unwrap(keyId: string, wrapped: Buffer): Buffer;
  /**
   * HMAC-SHA-256 as hex, with a separate key per purpose (HKDF, RFC 5869), so that purposes reveal nothing about each
   * other.
   */
  hmac(purpose: string, text: string): string;
  /** @returns the key of that purpose's hashes, 32 bytes: nothing else can be found out from it. */
  hmacKey(purpose: string): Buffer;
  /** Only this master key produces it, and it reveals nothing about it: hex. */
  check: string;
};

/** @throws OperationsError `masterKey.invalid` when it is not 32 bytes long. */
export function openMasterKey(secret: Buffer): MasterKey {
  if (secret.length !== 32) {
    throw new OperationsError('masterKey.invalid', `The master key has ${secret.length} bytes; it must have 32.`);
  }
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `assay ${purpose}`, 32));
  const wrapping = derive('wrapping of data keys');
  const hmacKeys = new Map<string, Buffer>();
  const hmacKeyOf = (purpose: string) => {
    const known = hmacKeys.get(purpose) ?? derive(`hmac ${purpose}`);
    hmacKeys.set(purpose, known);
    return known;
  };

  const hmac = (purpose: string, text: string) => hmacWith(hmacKeyOf(purpose), text);

  return {
    hmac,
    hmacKey: hmacKeyOf,
    check: hmac('check value', 'is this the master key?'),

    wrap(keyId, dataKey) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', wrapping, nonce).setAAD(Buffer.from(keyId));
      const text = Buffer.concat([cipher.update(dataKey), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },

    unwrap(keyId, wrapped) {
      const nonce = wrapped.subarray(0, nonceBytes);
      const tag = wrapped.subarray(nonceBytes, nonceBytes + tagBytes);
      try {
        const decipher = createDecipheriv('aes-256-gcm', wrapping, nonce, { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(keyId)).setAuthTag(tag);
        return Buffer.concat([decipher.update(wrapped.subarray(nonceBytes + tagBytes)), decipher.final()]);
      } catch (error) {
        throw new OperationsError('key.damaged', `The stored key ${keyId} cannot be unwrapped.`, { cause: error });
      }
    },
  };
}

/** @returns HMAC-SHA-256, hex */
export function hmacWith(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
