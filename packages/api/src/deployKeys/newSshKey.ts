import { generateKeyPairSync } from 'node:crypto';
import sshpk from 'sshpk';

/** @returns a new pair of Ed25519 keys as OpenSSH writes them; the private one has no passphrase */
export function newSshKey(comment: string): { publicKey: string; privateKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = sshpk.parsePrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }), 'pkcs8');
  const shown = key.toPublic();
  for (const each of [key, shown]) each.comment = comment;
  return { publicKey: shown.toString('ssh'), privateKey: key.toString('openssh') };
}
