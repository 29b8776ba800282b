import type { Document, Value } from '../bson/values.ts';
import type { PipelineContext } from './pipelineContext.ts';

/** A compiled stage: takes chunks of documents and yields chunks of documents. */
export type Stage = (input: AsyncIterable<Document[]>) => AsyncIterable<Document[]>;

/** A stage knows how many of its documents the next stage takes. */
type StageContext = PipelineContext & { limitBehind: number };

/** Compiles the operand of a stage. */
export type StageCompiler = (operand: Value, context: StageContext) => Stage;
