import { Mutex } from '@assay/concurrency';
import type { Db } from 'mongodb';
import type { AddressSigner } from '../blobs/blobSigning.ts';
import type { Clock } from '../clock.ts';
import { OperationsError } from '../operationsError.ts';
import { hmacWith, type MasterKey, openMasterKey } from './masterKey.ts';
import { openHolder } from './masterKeyHolders.ts';
import {
  findOrMakeRow,
  keyOf,
  type LastingPurpose,
  type MasterKeyRow,
  signingId,
  signingPurpose,
  storeHashing,
  unwrapHashing,
} from './masterKeyRow.ts';

/** The available master keys: one, or two during a rotation. A function is called again when another one is needed. */
export type MasterKeySource = Buffer | (() => Promise<readonly Buffer[]>);

/** A newly active key is noticed within this time by default. */
const usualLookMs = 2_000;

/** The master keys available to a process. One is active, and may be replaced at any time. */
export type KeyRing = {
  /** @returns the wrapped bytes to store, and the check value of the wrapping key */
  wrap(id: string, content: Buffer): { wrapped: Buffer; under: string };
  /** @throws OperationsError `key.damaged` when none of the keys opens it */
  unwrap(id: string, wrapped: Buffer): Promise<Buffer>;
  /** @returns whether that key is active right now, according to the store */
  counts(check: string): Promise<boolean>;
  /** @returns a keyed hash, hex, that is independent of the active master key */
  hmac(purpose: LastingPurpose, text: string): string;
  addresses: AddressSigner;
  /** Checks which key is active, and announces which ones this process has. */
  look(): Promise<void>;
  close(): Promise<void>;
};

/**
 * @param lookMs interval of checks for the active key, in milliseconds
 * @throws OperationsError `masterKey.wrong` when the data was written with another key, or when the previous key is
 *   needed too; `masterKey.invalid`
 */
export async function openKeyRing(db: Db, source: MasterKeySource, now: Clock, lookMs = usualLookMs): Promise<KeyRing> {
  const ask = async (): Promise<MasterKey[]> =>
    (typeof source === 'function' ? await source() : [source]).map((secret) => openMasterKey(secret));
  let keys = await ask();
  const [first] = keys;
  if (!first) throw new OperationsError('masterKey.invalid', 'There is no master key.');
  let current = first;
  let signing: { key: Buffer; until: Date | null }[] = [];

  /** Adjusts the ring to the stored state. Reads the keys again when one is missing. */
  async function fit(row: MasterKeyRow): Promise<void> {
    const wanted = [row.check, row.previous?.check, row.next?.check].filter((check) => typeof check === 'string');
    if (!wanted.every((check) => keyOf(keys, check))) {
      const known = new Map([...keys, ...(await ask())].map((key) => [key.check, key]));
      keys = [...known.values()];
    }
    const counting = keyOf(keys, row.check);
    if (!counting) {
      throw new OperationsError(
        'masterKey.wrong',
        'This is not the master key that the data was written with. Give the right one (ASSAY_MASTER_KEY or the key file).',
      );
    }
    current = counting;
    keys = keys.filter(({ check }) => wanted.includes(check));
    signing = [
      ...keys
        .filter(({ check }) => check !== row.previous?.check)
        .map((key) => ({ key: key.hmacKey(signingPurpose), until: null })),
      ...(row.earlierSigning ?? []).map(({ secret, until }) => ({
        key: counting.unwrap(signingId, Buffer.from(secret.value())),
        until,
      })),
    ];
  }

  let row = await findOrMakeRow(db, first);
  await fit(row);
  const previous = row.previous?.check;
  if (previous && !keyOf(keys, previous)) {
    throw new OperationsError(
      'masterKey.wrong',
      'The master key is being replaced, and the one before is still needed: give both, or finish with npm run rotate-master-key.',
    );
  }
  if (!row.hashing) {
    await storeHashing(db, current);
    row = await findOrMakeRow(db, first);
    await fit(row);
  }
  if (!row.hashing) throw new OperationsError('masterKey.wrong', 'The secrets of the installation are missing.');
  const lasting = unwrapHashing(current, row.hashing);
  const holder = await openHolder(db, now);

  const refresh = async (): Promise<void> => fit(await findOrMakeRow(db, current));
  const look = async (): Promise<void> => {
    await refresh();
    await holder.tell(
      keys.map(({ check }) => check),
      current.check,
    );
  };
  await look();
  const looks = new Mutex();
  const timer = setInterval(() => {
    // If the store does not answer, callers that need it report that; the check is repeated.
    looks.run(look).catch(() => undefined);
  }, lookMs);
  timer.unref();

  function tryAll(id: string, wrapped: Buffer): Buffer {
    const [counting, ...others] = [current, ...keys.filter((key) => key !== current)];
    for (const key of others) {
      try {
        return key.unwrap(id, wrapped);
      } catch {
        // It was wrapped by another key.
      }
    }
    return counting.unwrap(id, wrapped);
  }

  return {
    wrap: (id, content) => ({ wrapped: current.wrap(id, content), under: current.check }),

    async unwrap(id, wrapped) {
      try {
        return tryAll(id, wrapped);
      } catch {
        // It may belong to a key that has just become active.
        await refresh();
        return tryAll(id, wrapped);
      }
    },

    async counts(check) {
      await refresh();
      return current.check === check;
    },

    hmac: (purpose, text) => hmacWith(lasting[purpose], text),

    addresses: {
      sign: (text) => current.hmac(signingPurpose, text),
      accepted: (text) =>
        signing.filter(({ until }) => until === null || now() < until).map(({ key }) => hmacWith(key, text)),
    },

    look,

    async close() {
      clearInterval(timer);
      await looks.run(async () => undefined);
      await holder.leave();
    },
  };
}
