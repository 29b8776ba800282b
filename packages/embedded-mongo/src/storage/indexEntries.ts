import type { Value } from '../bson/values.ts';
import { duplicateKey } from './duplicateKey.ts';
import { type Environment, type ReadView, recordIdBytes } from './environment.ts';
import type { IndexDefinition } from './indexDefinition.ts';
import type { DocumentKeys } from './indexKeys.ts';

const noBytes = Buffer.alloc(0);

/** Reads and writes the entries of indexes; the writing methods run inside a transaction. */
export class IndexEntries {
  readonly #entries: Environment['entries'];

  constructor({ entries }: Environment) {
    this.#entries = entries;
  }

  /** The record id that a unique index holds for an encoded key. */
  lookUp(index: IndexDefinition, key: Buffer, view: ReadView): number | undefined {
    const found = this.#entries.get(entryKey(index, key), { transaction: view });
    return found?.readUIntBE(0, 6);
  }

  /** Throws DuplicateKey when another record has one of the keys. */
  checkUnique(namespace: string, index: IndexDefinition, own: DocumentKeys, recordId: number): void {
    if (!index.unique) return;
    own.keys.forEach((key, i) => {
      const holder = this.lookUp(index, key, undefined);
      const tuple: (Value | undefined)[] = own.tuples[i] ?? [];
      if (holder !== undefined && holder !== recordId) throw duplicateKey(namespace, index, tuple);
    });
  }

  /** Adds the entries that are not in `present`. */
  add(index: IndexDefinition, own: DocumentKeys, recordId: number, present?: DocumentKeys): void {
    for (const key of own.keys) {
      if (present !== undefined && holds(present, key)) continue;
      if (index.unique) this.#entries.putSync(entryKey(index, key), recordIdBytes(recordId));
      else this.#entries.putSync(entryKey(index, key, recordId), noBytes);
    }
  }

  /** Removes the entries that are not in `kept`. */
  remove(index: IndexDefinition, own: DocumentKeys, recordId: number, kept?: DocumentKeys): void {
    for (const key of own.keys) {
      if (kept !== undefined && holds(kept, key)) continue;
      this.#entries.removeSync(entryKey(index, key, index.unique ? undefined : recordId));
    }
  }
}

/** The key of an index entry; with a record id for indexes that are not unique. */
export function entryKey(index: IndexDefinition, key: Buffer, recordId?: number): Buffer {
  const whole = Buffer.allocUnsafe(4 + key.length + (recordId === undefined ? 0 : 6));
  whole.writeUInt32BE(index.id, 0);
  key.copy(whole, 4);
  if (recordId !== undefined) whole.writeUIntBE(recordId, 4 + key.length, 6);
  return whole;
}

function holds(keys: DocumentKeys, key: Buffer): boolean {
  return keys.keys.some((other) => other.equals(key));
}
