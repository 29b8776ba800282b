import type { webcrypto } from 'node:crypto';
import { InvalidFields } from '@assay/application';
import { type LeaseId, type SealedSecret, sealedSecrets } from '@assay/contract';
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
const info = Buffer.from(sealedSecrets.info);

/** How many imported keys are cached, as agents claim repeatedly with the same key. */
const maxKept = 1_000;
const kept = new Map<string, webcrypto.CryptoKey>();

/**
 * @param publicKey an agent's, in Base64
 * @throws ApiError request.invalid when it is not one
 */
export async function readPublicKey(publicKey: string): Promise<webcrypto.CryptoKey> {
  const known = kept.get(publicKey);
  if (known) return known;
  let key: webcrypto.CryptoKey;
  try {
    key = await suite.kem.deserializePublicKey(Buffer.from(publicKey, 'base64'));
  } catch {
    throw new InvalidFields({ field: 'publicKey', message: 'This is not a public key of the curve P-256.' });
  }
  if (kept.size >= maxKept) kept.clear();
  kept.set(publicKey, key);
  return key;
}

/** @returns what can be written as JSON, sealed for the holder of the private key and this lease */
export async function sealSecret(
  secret: unknown,
  recipientPublicKey: webcrypto.CryptoKey,
  leaseId: LeaseId,
): Promise<SealedSecret> {
  const text = Buffer.from(JSON.stringify(secret));
  const { enc, ct } = await suite.seal({ recipientPublicKey, info }, text, Buffer.from(leaseId));
  return { encapsulatedKey: Buffer.from(enc).toString('base64'), content: Buffer.from(ct).toString('base64') };
}
