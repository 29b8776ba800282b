import type { Document, Value } from '../bson/values.ts';

/** A condition on one path that an index may serve. */
export type Conjunct =
  | { path: string; op: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'; value: Value }
  | { path: string; op: 'in'; values: readonly Value[] }
  | { path: string; op: 'prefix'; text: string }
  | { path: string; op: 'exists' };

/** The test that a single value must pass. */
export type Test = (value: Value | undefined) => boolean;

/** One operator on one field: how it treats the values at its path, and what it tests. */
export type FieldTest = {
  test: Test;
  /** Arrays at the end of the path are also tried element by element. */
  expand: boolean;
  /** True when no value passes the test, rather than when one does. */
  negated?: boolean;
  conjuncts?: (path: string) => Conjunct[];
  /** The conjunct is equivalent to the test. */
  exactConjunct?: boolean;
  /** For operators with several tests, each of which may be met by a different value at the path. */
  onPath?: (path: readonly string[]) => (document: Document) => boolean;
};

/** Whether an operand is a document of operators rather than a value; `$ref`, `$id` and `$db` make a DBRef value. */
export function isOperatorDocument(operand: Value): operand is Document {
  if (!(operand instanceof Map)) return false;
  const [first] = operand.keys();
  return first?.startsWith('$') === true && first !== '$ref' && first !== '$id' && first !== '$db';
}
