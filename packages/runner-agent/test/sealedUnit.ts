import { type Assignment, type SealedSecret, sealedSecrets } from '@assay/contract';
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import type { AssignedUnit } from '../src/connection/assignedWork.ts';

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });

/** The unit as the service sends it. */
export async function sealed({ run, ...unit }: AssignedUnit, publicKey: string): Promise<Assignment> {
  const { variables, deployKey, ...order } = run;
  const recipientPublicKey = await suite.kem.deserializePublicKey(Buffer.from(publicKey, 'base64'));
  const info = Buffer.from(sealedSecrets.info);
  const seal = async (secret: unknown): Promise<SealedSecret> => {
    const text = Buffer.from(JSON.stringify(secret));
    const { enc, ct } = await suite.seal({ recipientPublicKey, info }, text, Buffer.from(unit.leaseId));
    return { encapsulatedKey: Buffer.from(enc).toString('base64'), content: Buffer.from(ct).toString('base64') };
  };
  return {
    ...unit,
    run: order,
    variables: await seal(variables),
    deployKey: deployKey === null ? null : await seal(deployKey),
  };
}
