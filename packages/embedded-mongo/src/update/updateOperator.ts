import type { TextOrder } from '../bson/compareValues.ts';
import type { Document, Value } from '../bson/values.ts';

/** What an operator works with besides the document. */
export type UpdateContext = {
  /** The document is being created by an upsert. */
  inserting: boolean;
  now: number;
};

/** Changes one field of the document. */
export type FieldChange = (document: Document, context: UpdateContext) => void;

/**
 * Checks the operand once and returns the change.
 * @param collation how the change compares text; undefined for the simple collation
 */
export type OperatorCompiler = (
  path: readonly string[],
  operand: Value,
  collation: TextOrder | undefined,
) => FieldChange;
