import { type Assignment, sealedVariables } from '@assay/contract';
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import type { AssignedUnit } from '../src/connection/assignedWork.ts';

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });

/** The unit as the service sends it. */
export async function sealed({ run, ...unit }: AssignedUnit, publicKey: string): Promise<Assignment> {
  const { variables, ...order } = run;
  const recipientPublicKey = await suite.kem.deserializePublicKey(Buffer.from(publicKey, 'base64'));
  const info = Buffer.from(sealedVariables.info);
  const text = Buffer.from(JSON.stringify(variables));
  const { enc, ct } = await suite.seal({ recipientPublicKey, info }, text, Buffer.from(unit.leaseId));
  const [encapsulatedKey, content] = [enc, ct].map((bytes) => Buffer.from(bytes).toString('base64'));
  return { ...unit, run: order, variables: { encapsulatedKey: encapsulatedKey ?? '', content: content ?? '' } };
}
