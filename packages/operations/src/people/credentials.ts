import type { UserId } from '@assay/contract';
import type { Db } from 'mongodb';
import type { Clock } from '../clock.ts';
import { isDuplicateKey } from '../duplicateKey.ts';
import type { Keys } from '../keys/keys.ts';
import { OperationsError } from '../operationsError.ts';
import { hashPassword, passwordFits } from './passwordHash.ts';
import type { Registrations } from './registrations.ts';
import type { Sessions } from './sessions.ts';
import { signInName } from './signInName.ts';

type CredentialRow = {
  _id: UserId;
  /** HMAC of the lower-cased e-mail, to find it without storing the address. */
  email: string;
  /** argon2id, PHC text. */
  password: string;
  changedAt: Date;
};

/** The person with this email and password. `unverified`: they have not yet confirmed the address. */
export type SignInCheck = { kind: 'person'; userId: UserId } | { kind: 'unverified' } | { kind: 'wrong' };

/** Passwords: never in the event log, argon2id at rest, hashed off the main thread. */
export type Credentials = {
  /** Characters that a new password needs at least. */
  readonly passwordMinLength: number;
  /**
   * Sets or replaces a person's e-mail and password, and ends their sessions. The caller checks the password's strength.
   * @param keptSessionId a session that stays
   * @throws OperationsError `credentials.emailTaken` when another person signs in with this e-mail,
   * `credentials.busy` as `verify`.
   */
  setPassword(userId: UserId, email: string, password: string, keptSessionId?: string): Promise<void>;
  /** As `setPassword`, for a password that was hashed before. */
  setPasswordHash(userId: UserId, email: string, passwordHash: string): Promise<void>;
  /** @returns who signs in with this e-mail; null: no user. */
  ownerOf(email: string): Promise<UserId | null>;
  /** Removes the person's password; idempotent. Sessions continue. */
  remove(userId: UserId): Promise<void>;
  /** Whether the person has a password. */
  has(userId: UserId): Promise<boolean>;
  /**
   * Takes the same time whether or not the e-mail is known.
   * @throws OperationsError `credentials.busy` at once when too many others wait
   */
  check(email: string, password: string): Promise<SignInCheck>;
  /**
   * @returns the person; null for a wrong password as for an unknown e-mail, after the same time.
   * @throws OperationsError `credentials.busy` at once when too many others wait
   */
  verify(email: string, password: string): Promise<UserId | null>;
};

export async function openCredentials(
  db: Db,
  {
    keys,
    sessions,
    registrations,
    passwordMinLength,
  }: {
    keys: Keys;
    sessions: Pick<Sessions, 'endAllOf'>;
    registrations: Pick<Registrations, 'passwordHashOf'>;
    passwordMinLength: number;
  },
  now: Clock,
): Promise<Credentials> {
  const rows = db.collection<CredentialRow>('credentials');
  await rows.createIndexes([{ key: { email: 1 }, unique: true }]);
  const hashEmail = (email: string) => signInName(keys, email);
  // Verified in place of a missing row, so that response times do not reveal which e-mails exist.
  const nobody = await hashPassword('nobody signs in with this');

  async function keep(userId: UserId, email: string, password: string, keptSessionId?: string): Promise<void> {
    try {
      const row = { email: hashEmail(email), password, changedAt: now() };
      await rows.replaceOne({ _id: userId }, row, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw new OperationsError('credentials.emailTaken', 'Somebody else signs in with this e-mail.', {
        cause: error,
      });
    }
    await sessions.endAllOf(userId, keptSessionId);
  }

  async function check(email: string, password: string): Promise<SignInCheck> {
    const row = await rows.findOne({ email: hashEmail(email) });
    const pending = await registrations.passwordHashOf(email);
    const fits = await passwordFits(row?.password ?? pending ?? nobody, password);
    if (!fits || (row === null && pending === null)) return { kind: 'wrong' };
    return row ? { kind: 'person', userId: row._id } : { kind: 'unverified' };
  }

  return {
    passwordMinLength,

    setPassword: async (userId, email, password, keptSessionId) =>
      keep(userId, email, await hashPassword(password), keptSessionId),

    setPasswordHash: (userId, email, passwordHash) => keep(userId, email, passwordHash),

    ownerOf: async (email) =>
      (await rows.findOne({ email: hashEmail(email) }, { projection: { _id: 1 } }))?._id ?? null,

    has: async (userId) => (await rows.findOne({ _id: userId }, { projection: { _id: 1 } })) !== null,

    async remove(userId) {
      await rows.deleteOne({ _id: userId });
    },

    check,

    async verify(email, password) {
      const checked = await check(email, password);
      return checked.kind === 'person' ? checked.userId : null;
    },
  };
}
