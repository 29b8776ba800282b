import type { Document, Value } from '../bson/values.ts';

/** A condition on one path that an index may serve. */
export type Conjunct =
  | { path: string; op: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'; value: Value }
  | { path: string; op: 'in'; values: readonly Value[] }
  | { path: string; op: 'prefix'; text: string }
  | { path: string; op: 'exists' };

/** What a single value has to satisfy. */
export type Test = (value: Value | undefined) => boolean;

/** One operator on one field: how it looks at the values of its path, and what it tests. */
export type FieldTest = {
  test: Test;
  /** Arrays at the end of the path are tried element by element too. */
  expand: boolean;
  /** Holds when no value passes the test, rather than when one does. */
  negated?: boolean;
  conjuncts?: (path: string) => Conjunct[];
  /** The conjunct says exactly what the test says. */
  exactConjunct?: boolean;
  /** For operators made of several tests, each of which may be met by another value of the path. */
  onPath?: (path: readonly string[]) => (document: Document) => boolean;
};

/** Whether an operand is a document of operators rather than a value; `$ref`, `$id` and `$db` make a DBRef value. */
export function isOperatorDocument(operand: Value): operand is Document {
  if (!(operand instanceof Map)) return false;
  const [first] = operand.keys();
  return first?.startsWith('$') === true && first !== '$ref' && first !== '$id' && first !== '$db';
}
