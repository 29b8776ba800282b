import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BSON } from 'mongodb';
import { openEnvironment, recordIdBytes, recordKey } from '../../packages/embedded-mongo/src/storage/environment.ts';
import { sealRecord } from '../../packages/embedded-mongo/src/storage/sealedRecord.ts';
import { rowOf } from './documentStoreRows.ts';

/** Raw LMDB in this process: what the store writes per row, with one flush per batch, and nothing else. */
export async function openRawStore(): Promise<{ upsert(from: number, count: number): number; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-floor-lmdb-'));
  const { root, records, entries } = openEnvironment(folder);
  const keyOf = (index: number, text: string): Buffer => Buffer.from(`\0\0\0${String.fromCharCode(index)}${text}`);
  let recordId = 0;
  return {
    upsert: (from, count) => {
      const rows = Array.from({ length: count }, (_, i) => {
        const row = rowOf(from + i);
        const at = row.at.toISOString();
        return {
          id: keyOf(2, row._id),
          sealed: sealRecord(Buffer.from(BSON.serialize(row))),
          keys: [keyOf(3, `${row.runId} ${at} `), keyOf(4, `${row.status} ${at} `)],
        };
      });
      const began = performance.now();
      root.transactionSync(() => {
        for (const { id, sealed, keys } of rows) {
          if (entries.get(id) !== undefined) throw new Error('a row twice');
          const own = recordIdBytes(++recordId);
          records.putSync(recordKey(1, recordId), sealed);
          entries.putSync(id, own);
          for (const key of keys) entries.putSync(Buffer.concat([key, own]), Buffer.alloc(0));
        }
      });
      return performance.now() - began;
    },
    close: async () => {
      await root.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
