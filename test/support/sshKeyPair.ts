import { generateKeyPairSync } from 'node:crypto';
import ssh from 'ssh2';

/**
 * A new pair of RSA keys: the private one as PEM, the public one as OpenSSH writes it. `ssh2` can make pairs too, but
 * drops the first byte of an Ed25519 public key where it is zero, and does not read what it then wrote.
 */
export function sshKeyPair(): { privateKey: string; publicKey: string } {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const parsed = ssh.utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  return { privateKey, publicKey: `${parsed.type} ${parsed.getPublicSSH().toString('base64')}` };
}
