import type { Document, Value } from '../bson/values.ts';
import { compareSortKeys, type SortField, sortKeyOf } from '../query/sortOrder.ts';
import { MemoryLimit } from './memoryLimit.ts';
import type { Stage } from './stages.ts';

const CHUNK = 128;

/** Sorts everything; with a limit behind it only that many are kept. */
export function sortStage(fields: readonly SortField[], limit: number): Stage {
  return async function* (input) {
    const memory = new MemoryLimit('$sort');
    let rows: { key: Value[]; document: Document }[] = [];
    const order = (): void => {
      rows.sort((a, b) => compareSortKeys(a.key, b.key, fields));
      if (rows.length > limit) rows.length = limit;
    };
    for await (const chunk of input) {
      for (const document of chunk) {
        rows.push({ key: sortKeyOf(document, fields), document });
        if (limit === Number.POSITIVE_INFINITY) memory.addDocument(document);
      }
      if (rows.length > limit * 2 + 1000) order();
    }
    order();
    for (let i = 0; i < rows.length; i += CHUNK) yield rows.slice(i, i + CHUNK).map((row) => row.document);
    rows = [];
  };
}
