import { type Document, documentOf, type Value } from '../bson/values.ts';
import type { BatchSource } from '../cursor/cursorRegistry.ts';
import type { Pace } from '../cursor/pace.ts';
import type { CommandContext } from './command.ts';

/** The maximum size of the first batch by default. */
export const defaultBatchSize = 101;

export type CursorOptions = {
  /** 0 returns an empty first batch. */
  batchSize: number;
  singleBatch?: boolean;
  noTimeout?: boolean;
};

/** Reads the first batch and keeps the cursor if more may follow: `{ cursor: { firstBatch, id, ns } }`. */
export async function firstReply(
  { server }: CommandContext,
  namespace: string,
  source: BatchSource,
  options: CursorOptions,
  pace: Pace,
): Promise<Document> {
  const batch =
    options.batchSize === 0 ? { documents: [], exhausted: false } : await source.nextBatch(options.batchSize, pace);
  if (batch.exhausted || options.singleBatch === true) {
    source.close();
    return cursorReply('firstBatch', batch.documents, 0n, namespace);
  }
  const cursor = server.cursors.register(namespace, source, 0, options.noTimeout === true);
  return cursorReply('firstBatch', batch.documents, cursor.id, namespace);
}

export function cursorReply(
  field: 'firstBatch' | 'nextBatch',
  documents: Value[],
  id: bigint,
  namespace: string,
): Document {
  return documentOf({ cursor: documentOf({ [field]: documents, id, ns: namespace }) });
}
