import type { UserId } from '@assay/contract';
import type { Binary, Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';
import type { KeyRing } from '../keys/keyRing.ts';
import type { Keys } from '../keys/keys.ts';
import { openWrappedThings, wrappedKinds } from '../keys/wrappedThings.ts';
import { hashPassword } from './passwordHash.ts';
import { signInName } from './signInName.ts';

type RegistrationRow = {
  _id: string;
  /** To find it by the e-mail without storing the address. */
  name: string;
  /** JSON of the person, encrypted under the master key. */
  person: Binary;
  /** argon2id, PHC text. */
  password: string;
  expiresAt: Date;
};

/** A person who requested a login: they will register under `userId`. */
export type RegisteringPerson = { userId: UserId; email: string; firstName: string; lastName: string };

/**
 * People who requested a login and have not yet confirmed their address. They are stored here for a time and not in the
 * event log, which anyone could otherwise fill with other people's addresses. An address may have several: a later
 * request must not void the link of an earlier one.
 */
export type Registrations = {
  /** @throws OperationsError `credentials.busy` while too many passwords are hashed */
  begin(id: string, person: RegisteringPerson, password: string, keptMs: number): Promise<void>;
  /** @returns null after it expired or ended. */
  find(id: string): Promise<(RegisteringPerson & { passwordHash: string }) | null>;
  /** @returns the hash of the password with which the address was registered last; null: it was not. */
  passwordHashOf(email: string): Promise<string | null>;
  /** Deletes it; idempotent. */
  end(id: string): Promise<void>;
  /** Deletes all registrations of an address. */
  endAllOf(email: string): Promise<void>;
};

export async function openRegistrations(
  db: Db,
  { keys, ring }: { keys: Keys; ring: KeyRing },
  now: Clock,
): Promise<Registrations> {
  const rows = db.collection<RegistrationRow>('registrations');
  const people = openWrappedThings(db, ring, wrappedKinds.registrations);
  await rows.createIndexes([{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }, { key: { name: 1, expiresAt: -1 } }]);

  return {
    async begin(id, person, password, keptMs) {
      const row = {
        _id: id,
        name: signInName(keys, person.email),
        password: await hashPassword(password),
        expiresAt: after(now(), keptMs),
      };
      await people.storing(id, Buffer.from(JSON.stringify(person)), (wrapped) =>
        rows.insertOne({ ...row, person: wrapped }),
      );
    },

    async find(id) {
      // The sweeper of lapsed rows runs once a minute, so the time is checked here too.
      const row = await rows.findOne({ _id: id, expiresAt: { $gt: now() } });
      if (!row) return null;
      const person = JSON.parse((await people.open(id, row.person)).toString());
      return { ...person, passwordHash: row.password };
    },

    async passwordHashOf(email) {
      const own = { name: signInName(keys, email), expiresAt: { $gt: now() } };
      const row = await rows.findOne(own, { sort: { expiresAt: -1 }, projection: { password: 1 } });
      return row?.password ?? null;
    },

    async end(id) {
      await rows.deleteOne({ _id: id });
    },

    async endAllOf(email) {
      await rows.deleteMany({ name: signInName(keys, email) });
    },
  };
}
