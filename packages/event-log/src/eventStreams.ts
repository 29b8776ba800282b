import type { Position } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import type { AppendContext, RecordedEvent } from './envelope.ts';

/** Result of an append: the stream's newest revision, and the position that a reader must reach to have seen it. */
export type Appended = { revision: number; position: Position };

/** Reading and appending, stream by stream. */
export type EventStreams = {
  /**
   * Appends facts after `expectedRevision` (-1: the stream must not exist).
   * @throws RevisionConflict when the stream is at another revision; TypeError when a fact does not fit its schema.
   */
  append(stream: string, expectedRevision: number, events: DomainEvent[], context: AppendContext): Promise<Appended>;
  /** Reads a stream from a revision on, with secrets readable; yields nothing for a stream that does not exist. */
  read(stream: string, fromRevision?: number): AsyncGenerator<RecordedEvent>;
};
