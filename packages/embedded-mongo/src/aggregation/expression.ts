import type { Document, Value } from '../bson/values.ts';

/** A compiled expression: undefined stands for a missing value. */
export type Expression = (root: Document, variables: Variables) => Value | undefined;

/** The `$$name` values of $let, $map and similar operators. */
export type Variables = ReadonlyMap<string, Value | undefined>;

/** Compiles an operator's operand; `compile` compiles the expressions inside it. */
export type OperatorCompiler = (operand: Value, name: string, compile: (operand: Value) => Expression) => Expression;
