import type { Position } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import type { AppendContext, RecordedEvent } from './envelope.ts';

/** What an append answers: the stream's newest revision, and how far a reader must be to have seen it. */
export type Appended = { revision: number; position: Position };

/** Reading and appending, stream by stream. */
export type EventStreams = {
  /**
   * Appends facts after `expectedRevision` (-1: the stream must not exist).
   * @throws RevisionConflict when the stream is elsewhere; TypeError when a fact does not fit its schema.
   */
  append(stream: string, expectedRevision: number, events: DomainEvent[], context: AppendContext): Promise<Appended>;
  /** Reads a stream from a revision on, secrets readable; nothing for a stream that does not exist. */
  read(stream: string, fromRevision?: number): AsyncGenerator<RecordedEvent>;
};
