import type { Document, Value } from '../bson/values.ts';

/** The running state of one accumulator in one group. */
export type Accumulator = {
  add(value: Value | undefined): void;
  result(): Value;
};

/** An accumulator of one field of the output, its operand compiled. */
export type CompiledAccumulator = {
  start: () => Accumulator;
  /** What a document adds. */
  valueOf: (document: Document) => Value | undefined;
  /** Keeps what is added, so that it counts towards the memory of the stage. */
  collects?: boolean;
};

/** Compiles the operand of an accumulator. */
export type AccumulatorCompiler = (operand: Value) => CompiledAccumulator;
