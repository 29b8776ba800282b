import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { mongoError } from '../errors/mongoError.ts';

const iterationCount = 15_000;

export type Credentials = {
  user: string;
  password: string;
};

/** What a server stores of a password (RFC 5802, RFC 7677): it can check a proof but cannot make one. */
export type StoredSecret = {
  user: string;
  salt: Buffer;
  storedKey: Buffer;
  serverKey: Buffer;
};

export function storedSecret({ user, password }: Credentials): StoredSecret {
  const salt = randomBytes(28);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterationCount, 32, 'sha256');
  return {
    user,
    salt,
    storedKey: createHash('sha256').update(hmac(salted, 'Client Key')).digest(),
    serverKey: hmac(salted, 'Server Key'),
  };
}

/** The server's side of one SCRAM-SHA-256 conversation: first(), then final(). Both throw AuthenticationFailed. */
export class ScramConversation {
  readonly #secret: StoredSecret;
  #exchanged = '';
  #nonce = '';
  #userIsKnown = false;

  constructor(secret: StoredSecret) {
    this.#secret = secret;
  }

  /** `n,,n=user,r=nonce` → `r=...,s=salt,i=iterations`; an unknown user gets the same kind of answer as a known one. */
  first(message: string): string {
    const found = /^[ny],[^,]*,(n=([^,]*),r=([^,]+).*)$/s.exec(message);
    const [, bare = '', name = '', clientNonce = ''] = found ?? [];
    if (found === null) throw authenticationFailed();
    this.#userIsKnown = name.replaceAll('=2C', ',').replaceAll('=3D', '=') === this.#secret.user;
    this.#nonce = clientNonce + randomBytes(24).toString('base64');
    const reply = `r=${this.#nonce},s=${this.#secret.salt.toString('base64')},i=${iterationCount}`;
    this.#exchanged = `${bare},${reply}`;
    return reply;
  }

  /** `c=...,r=nonce,p=proof` → `v=signature` */
  final(message: string): string {
    const found = /^(c=[^,]+,r=([^,]+)),p=([^,]+)$/s.exec(message);
    const [, withoutProof = '', nonce = '', proof = ''] = found ?? [];
    const { storedKey, serverKey } = this.#secret;
    const exchanged = `${this.#exchanged},${withoutProof}`;
    const signature = hmac(storedKey, exchanged);
    const given = Buffer.from(proof, 'base64');
    if (found === null || this.#nonce === '' || nonce !== this.#nonce || given.length !== signature.length) {
      throw authenticationFailed();
    }
    const clientKey = Buffer.from(given.map((byte, i) => byte ^ (signature[i] ?? 0)));
    const proven = timingSafeEqual(createHash('sha256').update(clientKey).digest(), storedKey);
    if (!proven || !this.#userIsKnown) throw authenticationFailed();
    return `v=${hmac(serverKey, exchanged).toString('base64')}`;
  }
}

export function authenticationFailed(): Error {
  return mongoError('AuthenticationFailed', 'Authentication failed.');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
