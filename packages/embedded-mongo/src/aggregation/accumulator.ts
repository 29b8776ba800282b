import type { Document, Value } from '../bson/values.ts';

/** The running state of one accumulator in one group. */
export type Accumulator = {
  add(value: Value | undefined): void;
  result(): Value;
};

/** A compiled accumulator for one output field. */
export type CompiledAccumulator = {
  start: () => Accumulator;
  /** The value that a document contributes. */
  valueOf: (document: Document) => Value | undefined;
  /** Keeps every value, which therefore counts towards the memory limit of the stage. */
  collects?: boolean;
};

/** Compiles the operand of an accumulator. */
export type AccumulatorCompiler = (operand: Value) => CompiledAccumulator;
