import type { AddressSigner } from '../src/blobs/blobSigning.ts';
import { openMasterKey } from '../src/keys/masterKey.ts';

/** @returns a signer of a master key of 32 times that byte */
export function addressSigner(byte: number): AddressSigner {
  const masterKey = openMasterKey(Buffer.alloc(32, byte));
  const sign = (text: string) => masterKey.hmac('blob address', text);
  return { sign, accepted: (text) => [sign(text)] };
}
