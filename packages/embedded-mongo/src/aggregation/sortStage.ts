import type { Document, Value } from '../bson/values.ts';
import { pacedSort } from '../cursor/pacedSort.ts';
import { compareSortKeys, type SortField, sortKeyOf } from '../query/sortOrder.ts';
import { MemoryLimit } from './memoryLimit.ts';
import type { PipelineContext } from './pipelineContext.ts';
import type { Stage } from './stages.ts';

const CHUNK = 128;

/** Sorts everything. */
export function sortStage(fields: readonly SortField[], { pace }: PipelineContext): Stage {
  return async function* (input) {
    const memory = new MemoryLimit('$sort');
    const rows: { key: Value[]; document: Document }[] = [];
    for await (const chunk of input) {
      for (const document of chunk) {
        rows.push({ key: sortKeyOf(document, fields), document });
        memory.addDocument(document);
      }
    }
    await pacedSort(rows, (a, b) => compareSortKeys(a.key, b.key, fields), pace());
    for (let i = 0; i < rows.length; i += CHUNK) yield rows.slice(i, i + CHUNK).map((row) => row.document);
  };
}
