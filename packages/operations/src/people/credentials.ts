import type { UserId } from '@assay/contract';
import type { Db } from 'mongodb';
import type { Clock } from '../clock.ts';
import { isDuplicateKey } from '../duplicateKey.ts';
import type { Keys } from '../keys/keys.ts';
import { OperationsError } from '../operationsError.ts';
import { hashPassword, passwordFits } from './passwordHash.ts';
import type { Sessions } from './sessions.ts';

type CredentialRow = {
  _id: UserId;
  /** HMAC of the lower-cased e-mail, to find it without storing the address. */
  email: string;
  /** argon2id, PHC text. */
  password: string;
  changedAt: Date;
};

/** Passwords: never in the event log, argon2id at rest, hashed off the main thread. */
export type Credentials = {
  /**
   * Sets or replaces a person's e-mail and password, and ends their sessions. The caller checks the password's strength.
   * @param keptSessionId a session that stays
   * @returns the ids of the sessions that ended
   * @throws OperationsError `credentials.emailTaken` when another person signs in with this e-mail,
   * `credentials.busy` as `verify`.
   */
  setPassword(userId: UserId, email: string, password: string, keptSessionId?: string): Promise<string[]>;
  /** @returns who signs in with this e-mail; null: nobody. */
  ownerOf(email: string): Promise<UserId | null>;
  /** Takes the person's password away; doing it again is harmless. Sessions go on. */
  remove(userId: UserId): Promise<void>;
  /** Whether the person has a password. */
  has(userId: UserId): Promise<boolean>;
  /**
   * @returns the person; null for a wrong password as for an unknown e-mail, after the same time.
   * @throws OperationsError `credentials.busy` at once when too many others wait
   */
  verify(email: string, password: string): Promise<UserId | null>;
};

export async function openCredentials(
  db: Db,
  { keys, sessions }: { keys: Keys; sessions: Pick<Sessions, 'endAllOf'> },
  now: Clock,
): Promise<Credentials> {
  const rows = db.collection<CredentialRow>('credentials');
  await rows.createIndexes([{ key: { email: 1 }, unique: true }]);
  const hashEmail = (email: string) => keys.hmac(`sign-in e-mail ${email.toLowerCase()}`);
  // Verified in place of a missing row, so that response times do not reveal which e-mails exist.
  const nobody = await hashPassword('nobody signs in with this');

  return {
    async setPassword(userId, email, password, keptSessionId) {
      const row = { email: hashEmail(email), password: await hashPassword(password), changedAt: now() };
      try {
        await rows.replaceOne({ _id: userId }, row, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        throw new OperationsError('credentials.emailTaken', 'Somebody else signs in with this e-mail.', {
          cause: error,
        });
      }
      return sessions.endAllOf(userId, keptSessionId);
    },

    ownerOf: async (email) =>
      (await rows.findOne({ email: hashEmail(email) }, { projection: { _id: 1 } }))?._id ?? null,

    has: async (userId) => (await rows.findOne({ _id: userId }, { projection: { _id: 1 } })) !== null,

    async remove(userId) {
      await rows.deleteOne({ _id: userId });
    },

    async verify(email, password) {
      const row = await rows.findOne({ email: hashEmail(email) });
      const fits = await passwordFits(row?.password ?? nobody, password);
      return row && fits ? row._id : null;
    },
  };
}
