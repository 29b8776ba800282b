import type { AccountId, Position } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import type { IndexSpecification } from 'mongodb';

/** What every document of a read model carries beside its own fields. */
export type ReadModelDocument = {
  _id: string;
  /** The last event that went into it. Events up to here are skipped. */
  position: Position;
};

/** Prompt: readers wait for the read model after a command. Trailing: it may come a little later than the prompt ones. */
export type ProjectionTier = 'prompt' | 'trailing';

/** What a projection makes of an event; the runner adds the position. */
export type Evolved<Document extends ReadModelDocument> = Omit<Document, 'position' | '_id'>;

export type Notice = {
  accountId: AccountId | null;
  topic: string;
  ids: string[];
  position: Position;
  traceparents?: string[];
};

/** Topic of the notice that says how far the read models of a tier are. Only the service itself listens to it. */
export const projectedTopic = '$projected';

/** Topic of the notice that a read model was rebuilt: everything it shows must be read again. */
export const rebuiltTopic = '$rebuilt';

/**
 * Topic of the notice that documents of a read model were written, for readers that cache them: its ids are the read
 * model's name and the documents' ids, or the name alone if there are many. Only the service itself listens to it.
 */
export const writtenTopic = '$written';

/** Whether the id of a `projectedTopic` notice is a tier. */
export function isProjectionTier(id: string | undefined): id is ProjectionTier {
  return id === 'prompt' || id === 'trailing';
}

/**
 * A read model: which documents an event touches, and how each of them changes. Pure: the same events always give the
 * same documents. Only a creating event may evolve from nothing; for any other event `evolve` then returns null.
 */
export type Projection<Document extends ReadModelDocument> = {
  /** Also the collection's name, with the version behind it. */
  name: string;
  /** A new version is built beside the old one, which readers use until the new one has caught up. */
  version: number;
  indexes: readonly IndexSpecification[];
  /** Prompt by default. */
  tier?: ProjectionTier;
  /** Documents never change once they are made, so none is cached for its next change. */
  neverChanges?: true;
  /**
   * It sums up what other read models have in detail. Of each batch it is written after them: once it shows that a run
   * is finished, they have all results of its tests.
   */
  sumsUp?: true;
  /**
   * Events of several accounts, or of none, change the same document, so it gets all of them in the order of the log. The
   * documents of the others belong to one account each, and an account may be behind.
   */
  acrossAccounts?: true;
  /** Gets people's names and e-mails decrypted. Only `people` and `invitations` do. */
  readsPersonalData?: boolean;
  /** Which documents are announced to readers that cache them, or answers made from them; all by default. */
  announces?: (document: Evolved<Document>) => boolean;
  idsOf: (event: RecordedEvent) => readonly string[];
  evolve: (document: Evolved<Document> | null, event: RecordedEvent, id: string) => Evolved<Document> | null;
  /** The topics to notify when the event has changed this document. */
  topicsOf: (
    document: Evolved<Document>,
    event: RecordedEvent,
  ) => { accountId: AccountId | null; topic: string; id: string }[];
};
