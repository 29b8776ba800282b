import { randomInt } from 'node:crypto';
import type { UserId } from '@assay/contract';
import type { Binary, Db } from 'mongodb';
import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../clock.ts';
import type { KeyRing } from '../keys/keyRing.ts';
import { openWrappedThings, wrappedKinds } from '../keys/wrappedThings.ts';

/** The defaults of authenticator apps (RFC 6238). */
const totp = { issuer: 'Assay', algorithm: 'SHA1', digits: 6, period: 30 };
/** Tolerated clock difference, in periods. */
const tolerated = 1;
const recoveryCodes = 10;
/** Without letters that resemble digits, and without U, to avoid words. */
const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const recoveryLength = 10;

type SecondFactorRow = {
  _id: UserId;
  /** Wrapped by the master key. */
  secret: Binary;
  /** Null until a code has shown that the app has the secret. */
  since: Date | null;
  /** The period of the last code: each is taken once. */
  usedPeriod: number;
  /** Keyed hashes of the unused ones. */
  recovery: string[];
};

/** The authenticator apps with which people sign in, besides their password (TOTP). Off unless a person turns it on. */
export type SecondFactors = {
  /** @returns since when it is on, and how many recovery codes are left; null while it is off. */
  find(userId: UserId): Promise<{ since: Date; recoveryCodesLeft: number } | null>;
  /** @returns those of the people who have it on. */
  whoHasIt(userIds: readonly UserId[]): Promise<ReadonlySet<UserId>>;
  /**
   * A new secret for the app; replaces an unconfirmed earlier one.
   * @param label what the app shows, such as the e-mail
   * @returns the secret as Base32 and as a URL for a QR code; null when it is on already
   */
  begin(userId: UserId, label: string): Promise<{ secret: string; url: string } | null>;
  /**
   * Turns it on.
   * @returns the recovery codes, which cannot be read again; 'wrong' for another code, 'notBegun' without a secret
   */
  confirm(userId: UserId, code: string): Promise<string[] | 'wrong' | 'notBegun'>;
  /** @returns whether it is a code that the app shows now, or a recovery code. Each counts once. */
  verify(userId: UserId, code: string): Promise<boolean>;
  /** @returns new recovery codes in place of all earlier ones; null while it is off. */
  renewRecoveryCodes(userId: UserId): Promise<string[] | null>;
  /** Turns it off; idempotent. */
  turnOff(userId: UserId): Promise<void>;
};

export function openSecondFactors(db: Db, ring: KeyRing, now: Clock): SecondFactors {
  const rows = db.collection<SecondFactorRow>('secondFactors');
  const secrets = openWrappedThings(db, ring, wrappedKinds.secondFactors);
  const plain = (code: string) => code.replace(/[\s-]/g, '').toUpperCase();
  const hashOf = (userId: UserId, code: string) => ring.hmac('recovery code', `${userId} ${plain(code)}`);

  function newRecoveryCodes(userId: UserId): { codes: string[]; hashes: string[] } {
    const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
    return { codes, hashes: codes.map((code) => hashOf(userId, code)) };
  }

  /** @returns the period of the code; null when it matches no tolerated one. */
  async function periodOf({ _id, secret }: SecondFactorRow, code: string): Promise<number | null> {
    const key = await secrets.open(_id, secret);
    const app = new TOTP({ ...totp, secret: new Secret({ buffer: new Uint8Array(key).buffer }) });
    const timestamp = now().getTime();
    const delta = app.validate({ token: plain(code), timestamp, window: tolerated });
    return delta === null ? null : app.counter({ timestamp }) + delta;
  }

  return {
    async find(userId) {
      const row = await rows.findOne({ _id: userId });
      return row?.since ? { since: row.since, recoveryCodesLeft: row.recovery.length } : null;
    },

    async whoHasIt(userIds) {
      const on = rows.find({ _id: { $in: [...userIds] }, since: { $ne: null } }, { projection: { _id: 1 } });
      return new Set(await on.map(({ _id }) => _id).toArray());
    },

    async begin(userId, label) {
      const secret = new Secret();
      // One that is on stays as it is, and then the row exists.
      const known = await rows.findOne({ _id: userId });
      if (known?.since) return null;
      await secrets.storing(userId, Buffer.from(secret.bytes), (wrapped) =>
        rows.replaceOne(
          { _id: userId, since: null },
          { secret: wrapped, since: null, usedPeriod: 0, recovery: [] },
          { upsert: true },
        ),
      );
      return { secret: secret.base32, url: new TOTP({ ...totp, label, secret }).toString() };
    },

    async confirm(userId, code) {
      for (;;) {
        const row = await rows.findOne({ _id: userId, since: null });
        if (!row) return 'notBegun';
        const usedPeriod = await periodOf(row, code);
        if (usedPeriod === null) return 'wrong';
        const { codes, hashes } = newRecoveryCodes(userId);
        const { modifiedCount } = await rows.updateOne(
          { _id: userId, since: null, secret: row.secret },
          { $set: { since: now(), usedPeriod, recovery: hashes } },
        );
        // Otherwise another secret has taken its place, or it was wrapped by another master key.
        if (modifiedCount === 1) return codes;
      }
    },

    async verify(userId, code) {
      const row = await rows.findOne({ _id: userId, since: { $ne: null } });
      if (!row) return false;
      const period = await periodOf(row, code);
      const hash = hashOf(userId, code);
      const { modifiedCount } =
        period === null
          ? await rows.updateOne({ _id: userId, recovery: hash }, { $pull: { recovery: hash } })
          : await rows.updateOne({ _id: userId, usedPeriod: { $lt: period } }, { $set: { usedPeriod: period } });
      return modifiedCount === 1;
    },

    async renewRecoveryCodes(userId) {
      const { codes, hashes } = newRecoveryCodes(userId);
      const { matchedCount } = await rows.updateOne(
        { _id: userId, since: { $ne: null } },
        { $set: { recovery: hashes } },
      );
      return matchedCount === 1 ? codes : null;
    },

    async turnOff(userId) {
      await rows.deleteOne({ _id: userId });
    },
  };
}

/** @returns such as 7K2QX-M0ZB4: 50 random bits. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]);
  return `${letters.slice(0, recoveryLength / 2).join('')}-${letters.slice(recoveryLength / 2).join('')}`;
}
