import { type Document, documentOf, type Value } from '../bson/values.ts';
import type { BatchSource } from '../cursor/cursorRegistry.ts';
import { ListSource } from '../cursor/listSource.ts';
import type { Pace } from '../cursor/pace.ts';
import { locationError } from '../errors/mongoError.ts';
import { numberField } from '../query/numberOperand.ts';
import { type CommandContext, documentField, paceOf } from './command.ts';

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

/** A cursor over a list, in batches as `cursor: { batchSize }` asks; without that, as much as fits in a reply. */
export function listReply(
  context: CommandContext,
  namespace: string,
  documents: readonly Document[],
): Promise<Document> {
  const cursor = documentField(context.command, 'cursor') ?? new Map();
  const batchSize = numberField(cursor, 'batchSize', Number.POSITIVE_INFINITY);
  if (batchSize < 0)
    throw locationError(51024, `BSON field 'batchSize' value must be >= 0, actual value '${batchSize}'`);
  return firstReply(context, namespace, new ListSource(documents), { batchSize }, paceOf(context));
}

export function cursorReply(
  field: 'firstBatch' | 'nextBatch',
  documents: Value[],
  id: bigint,
  namespace: string,
): Document {
  return documentOf({ cursor: documentOf({ [field]: documents, id, ns: namespace }) });
}
