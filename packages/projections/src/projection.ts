import type { AccountId, Position } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import type { IndexSpecification } from 'mongodb';

/** What every document of a read model carries beside its own fields. */
export type ReadModelDocument = {
  _id: string;
  /** The last event that went into it; at or below it, an event is skipped. */
  position: Position;
};

/** Whether readers wait for a read model after a command, or it may come a little later, for the others' sake. */
export type Pace = 'prompt' | 'trailing';

/** What a projection makes of an event; the runner adds the position. */
export type Evolved<Document extends ReadModelDocument> = Omit<Document, 'position' | '_id'>;

export type Notice = { accountId: AccountId | null; topic: string; ids: string[]; position: Position };

/** Topic of the notice that says how far read models are, naming their pace; only the service itself listens to it. */
export const projectedTopic = '$projected';

/** Topic of the notice that says that a read model was rebuilt: everything it shows is to be read again. */
export const rebuiltTopic = '$rebuilt';

/** Whether a notice's id is one that `projectedTopic` names. */
export function isPace(id: string | undefined): id is Pace {
  return id === 'prompt' || id === 'trailing';
}

/**
 * A read model: which documents an event touches, and what it makes of each. Pure, so that the same events always give
 * the same documents. Only a creating event may evolve from nothing: for any other `evolve` answers null then.
 */
export type Projection<Document extends ReadModelDocument> = {
  /** Also the collection's name, with the version behind it. */
  name: string;
  /** Another version is built beside the old one, which is read until the new one has caught up. */
  version: number;
  indexes: readonly IndexSpecification[];
  /** Prompt where it is left out. */
  pace?: Pace;
  /** A document is complete when it is made: none is kept in memory for what may happen to it next. */
  neverChanges?: true;
  /**
   * It sums up what other read models have in detail, and of each batch it is written when they are: who reads here that
   * a run is finished finds the results of its tests there.
   */
  sumsUp?: true;
  /** Wants people's names and e-mails readable. Only `people` does. */
  readsPersonalData?: boolean;
  idsOf: (event: RecordedEvent) => readonly string[];
  evolve: (document: Evolved<Document> | null, event: RecordedEvent, id: string) => Evolved<Document> | null;
  /** The topics to be told when this document has changed by the event. */
  topicsOf: (
    document: Evolved<Document>,
    event: RecordedEvent,
  ) => { accountId: AccountId | null; topic: string; id: string }[];
};
