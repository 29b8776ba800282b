import type { Document, Value } from '../bson/values.ts';
import type { PipelineContext } from './pipelineContext.ts';

/** A stage ready to run: takes chunks of documents and gives chunks of documents. */
export type Stage = (input: AsyncIterable<Document[]>) => AsyncIterable<Document[]>;

/** A stage is told how many of its documents the next one takes. */
type StageContext = PipelineContext & { limitBehind: number };

/** Compiles the operand of a stage. */
export type StageCompiler = (operand: Value, context: StageContext) => Stage;
