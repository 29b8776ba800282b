import type { AccountId, Position } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';

/** Who caused a fact. The id is an agent's or a person's; the automation's is the name of its policy. */
export type Actor = { kind: 'user' | 'apiKey' | 'agent' | 'automation' | 'staff'; id: string };

/** What every fact carries beside its own data, as the store's metadata. */
export type Envelope = {
  /** Null for what belongs to no account: the log itself, people, e-mail reservations, the installation's agents. */
  accountId: AccountId | null;
  actor: Actor;
  /** ISO 8601, UTC: when it happened, by the clock of the one who reports it. */
  occurredAt: string;
  /** Shared by everything that one request led to. */
  $correlationId: string;
  /** The event that this one is a reaction to; absent on what a request caused. */
  $causationId?: string;
  /** The trace that it belongs to, as W3C Trace Context has it; only where traces are exported. */
  traceparent?: string;
  /** Version of the schema that the data was checked against. */
  schemaVersion: number;
};

/** What a caller says of an append; the rest of the envelope is filled in. */
export type AppendContext = Pick<Envelope, 'accountId' | 'actor' | 'occurredAt' | '$correlationId' | '$causationId'> & {
  traceparent?: string;
};

/** A fact as it was read back. Encrypted fields are as stored, unless it was loaded for a decision. */
export type RecordedEvent<Event extends { type: string; data: unknown } = DomainEvent> = Event & {
  id: string;
  stream: string;
  /** Place in its stream, from 0. */
  revision: number;
  position: Position;
  envelope: Envelope;
};
