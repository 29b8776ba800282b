import type { Document, Value } from '../bson/values.ts';
import { writeDocument } from '../bson/writeBson.ts';
import { pacedSort } from '../cursor/pacedSort.ts';
import { compareSortKeys, type SortField, sortKeyOf } from '../query/sortOrder.ts';
import { MemoryLimit } from './memoryLimit.ts';
import type { PipelineContext } from './pipelineContext.ts';
import type { Stage } from './stage.ts';

const chunkSize = 128;

/** Sorts all documents; with a limit directly after it, keeps only that many. */
export function sortStage(
  fields: readonly SortField[],
  { pace }: PipelineContext,
  limit = Number.POSITIVE_INFINITY,
): Stage {
  return async function* (input) {
    const memory = new MemoryLimit('$sort');
    const rows: { key: Value[]; document: Document; size: number }[] = [];
    const cut = async (): Promise<void> => {
      await pacedSort(rows, (a, b) => compareSortKeys(a.key, b.key, fields), pace());
      for (const { size } of rows.splice(limit)) memory.release(size);
    };
    for await (const chunk of input) {
      for (const document of chunk) {
        const size = writeDocument(document).length;
        memory.add(size);
        rows.push({ key: sortKeyOf(document, fields), document, size });
      }
      if (rows.length > limit * 2 + 1_000) await cut();
    }
    await cut();
    for (let i = 0; i < rows.length; i += chunkSize) yield rows.slice(i, i + chunkSize).map((row) => row.document);
  };
}
