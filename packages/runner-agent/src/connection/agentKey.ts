import { type Assignment, RunVariables, type SealedSecret, sealedSecrets } from '@assay/contract';
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { AssignedUnit } from './assignedWork.ts';

/** Opens what is sealed for this process of the agent. The private key is never stored and cannot be exported. */
export type AgentKey = {
  /** Base64. */
  publicKey: string;
  /** @throws Error when it was sealed for another key or lease, or was changed on its way */
  open(assignment: Assignment): Promise<AssignedUnit>;
};

export async function makeAgentKey(): Promise<AgentKey> {
  const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
  const { publicKey, privateKey } = await suite.kem.generateKeyPair();
  const info = Buffer.from(sealedSecrets.info);

  async function opened(sealed: SealedSecret, leaseId: string): Promise<unknown> {
    const enc = Buffer.from(sealed.encapsulatedKey, 'base64');
    const content = Buffer.from(sealed.content, 'base64');
    const text = await suite.open({ recipientKey: privateKey, enc, info }, content, Buffer.from(leaseId));
    return JSON.parse(Buffer.from(text).toString('utf8'));
  }

  return {
    publicKey: Buffer.from(await suite.kem.serializePublicKey(publicKey)).toString('base64'),
    open: async ({ variables, deployKey, run, ...assignment }) => {
      const open = (sealed: SealedSecret) => opened(sealed, assignment.leaseId);
      return {
        ...assignment,
        run: {
          ...run,
          variables: variables ? Value.Parse(RunVariables, await open(variables)) : [],
          deployKey: deployKey ? Value.Parse(Type.String(), await open(deployKey)) : null,
        },
      };
    },
  };
}
