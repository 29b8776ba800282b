import { textKey } from './catalog.ts';
import { writeHead, writeStatistics } from './catalogRows.ts';
import { type Environment, idPrefix } from './environment.ts';
import { checksumOf, openRecord } from './sealedRecord.ts';
import { SetHash } from './setHash.ts';

/** Format 1 had neither a hash of each collection nor the number of collections: both are computed from the records. */
export function upgradeToFormat2({ root, catalog, records }: Environment): void {
  root.transactionSync(() => {
    const ids = [...catalog.getKeys({ start: textKey('c:'), end: textKey('c;') })].map((key) =>
      Number(key.toString('utf8').slice(2)),
    );
    for (const id of ids) {
      const statistics = { count: 0, bytes: 0, hash: new SetHash() };
      for (const { key, value } of records.getRange({ start: idPrefix(id), end: idPrefix(id + 1) })) {
        statistics.count++;
        statistics.bytes += openRecord(value, `collection ${id}`).length;
        statistics.hash.add(key.readUIntBE(4, 6), checksumOf(value));
      }
      catalog.putSync(textKey(`s:${id}`), writeStatistics(statistics));
    }
    const next = catalog.get(textKey('next'));
    if (next === undefined) return;
    catalog.putSync(textKey('head'), writeHead({ nextId: next.readUInt32BE(0), collections: ids.length }));
    catalog.removeSync(textKey('next'));
  });
}
