import { randomBytes } from 'node:crypto';
import type { Binary, Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';
import { isDuplicateKey } from '../duplicateKey.ts';
import { OperationsError } from '../operationsError.ts';
import type { KeyRing } from './keyRing.ts';
import { openWrappedThings, wrappedKinds } from './wrappedThings.ts';

/** Another process may have erased a key: none is used for longer than this without checking again. */
const trustedForMs = 60_000;
const keysInMemory = 10_000;

type KeyRow = {
  /** 'user:<id>' or 'account:<id>' */
  _id: string;
  /** Nonce, tag, cipher text; null once the key is erased. */
  wrapped: Binary | null;
  createdAt: Date;
  erasedAt: Date | null;
};

/**
 * The keys that encrypt personal data and variables in the event log: 32 bytes each, stored wrapped by the master key.
 * An erased key leaves a marker, so that it is never recreated or restored unnoticed.
 */
export type Keys = {
  /** @returns the key; null when there is none or it was erased. */
  find(keyId: string): Promise<Buffer | null>;
  /**
   * @returns the key, made now if there is none; several callers at once get the same one.
   * @throws OperationsError `key.erased` when it was erased: nothing may be written about an erased person.
   */
  findOrCreate(keyId: string): Promise<Buffer>;
  /** Erases the key for good. Other processes stop using it within a minute. */
  erase(keyId: string): Promise<void>;
  /** @returns a keyed hash, hex: the same for the same text in one installation, meaningless outside. */
  hmac(text: string): string;
};

export function openKeys(db: Db, ring: KeyRing, now: Clock): Keys {
  const rows = db.collection<KeyRow>('keys');
  const wrappedKeys = openWrappedThings(db, ring, wrappedKinds.dataKeys);
  const cache = new Map<string, { key: Buffer; until: Date }>();

  function remember(keyId: string, key: Buffer): Buffer {
    cache.delete(keyId);
    cache.set(keyId, { key, until: after(now(), trustedForMs) });
    if (cache.size > keysInMemory) {
      const [oldest] = cache.keys();
      if (oldest !== undefined) cache.delete(oldest);
    }
    return key;
  }

  function cached(keyId: string): Buffer | null {
    const entry = cache.get(keyId);
    return entry && entry.until > now() ? entry.key : null;
  }

  /** @returns the stored key, null once erased, undefined when there never was one. */
  async function load(keyId: string): Promise<Buffer | null | undefined> {
    const row = await rows.findOne({ _id: keyId });
    if (row?.wrapped) return remember(keyId, await wrappedKeys.open(keyId, row.wrapped));
    cache.delete(keyId);
    return row ? null : undefined;
  }

  async function create(keyId: string): Promise<Buffer | null | undefined> {
    const key = randomBytes(32);
    try {
      await wrappedKeys.storing(keyId, key, (wrapped) =>
        rows.insertOne({ _id: keyId, wrapped, createdAt: now(), erasedAt: null }),
      );
      return remember(keyId, key);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return load(keyId);
    }
  }

  return {
    async find(keyId) {
      return cached(keyId) ?? (await load(keyId)) ?? null;
    },

    async findOrCreate(keyId) {
      let key = cached(keyId) ?? (await load(keyId));
      if (key === undefined) key = await create(keyId);
      if (!key) throw new OperationsError('key.erased', `The key ${keyId} was erased.`);
      return key;
    },

    async erase(keyId) {
      const at = now();
      await rows.updateOne(
        { _id: keyId },
        { $set: { wrapped: null, erasedAt: at }, $setOnInsert: { createdAt: at } },
        { upsert: true },
      );
      cache.delete(keyId);
    },

    hmac(text) {
      return ring.hmac('look-up', text);
    },
  };
}
