import type { Document, Value } from '../bson/values.ts';
import { writeDocument } from '../bson/writeBson.ts';
import { idOrNew, withIdFirst } from '../storage/documentId.ts';
import type { PipelineContext } from './pipelineContext.ts';

export type Target = {
  database: string;
  name: string;
};

/** `'collection'` or `{ db, coll }`; undefined for anything else. */
export function targetOf(operand: Value | undefined, { database }: PipelineContext): Target | undefined {
  if (typeof operand === 'string') return { database, name: operand };
  if (!(operand instanceof Map)) return undefined;
  const [db, coll] = [operand.get('db') ?? database, operand.get('coll')];
  if (typeof db !== 'string' || typeof coll !== 'string' || operand.size > 2) return undefined;
  return { database: db, name: coll };
}

/** A document as stored: with its `_id` in front. */
export function documentBytes(document: Document): Buffer {
  return writeDocument(withIdFirst(document, idOrNew(document)));
}
