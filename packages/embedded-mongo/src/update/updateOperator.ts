import type { Document, Value } from '../bson/values.ts';

/** What an operator works with besides the document. */
export type UpdateContext = {
  /** The document is being created by an upsert. */
  inserting: boolean;
  now: number;
};

/** Changes one field of the document. */
export type FieldChange = (document: Document, context: UpdateContext) => void;

/** Checks the operand once and returns the change. */
export type OperatorCompiler = (path: readonly string[], operand: Value) => FieldChange;
