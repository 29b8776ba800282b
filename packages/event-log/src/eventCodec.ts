import { randomUUID } from 'node:crypto';
import type { Position } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import {
  type EventData,
  type JSONEventType,
  jsonEvent,
  type RecordedEvent as StoredEvent,
} from '@eventstore/db-client';
import type { AppendContext, Envelope, RecordedEvent } from './envelope.ts';
import { type EventCatalogue, eventCatalogue } from './eventCatalogue.ts';
import { decryptField, encryptField, type KeyStore } from './fieldEncryption.ts';
import { changeTexts, type MarkedField } from './markedFields.ts';

type Fields = Record<string, unknown>;
type EncodedData = JSONEventType<string, Fields, Uint8Array>;

/** Between facts as the code knows them and events as the store keeps them. */
export type EventCodec = {
  /**
   * Checks a fact against its schema and makes it what the store keeps: personal and secret texts encrypted.
   * @throws TypeError when it does not fit its schema, or a secret has no account to belong to.
   */
  encode(event: DomainEvent, context: AppendContext, keys: KeyStore): Promise<EventData<EncodedData>>;
  /**
   * Reads a stored fact back, its data as the newest version has it. Its envelope keeps the version that it was written
   * with. Encrypted texts stay encrypted.
   * @throws RangeError when this version of the service does not know the event, or its version.
   */
  decode(stored: StoredEvent, position: Position): RecordedEvent;
  /** @returns the fact with its secrets readable, as a decision needs them. What an erased key hid becomes empty. */
  revealSecrets(event: RecordedEvent, keys: KeyStore): Promise<RecordedEvent>;
  /** @returns the fact with its personal data readable. What an erased key hid becomes empty. */
  revealPersonalData(event: RecordedEvent, keys: KeyStore): Promise<RecordedEvent>;
};

const utf8 = new TextEncoder();
/** Facts of one append share their envelope, which is written once. */
const envelopes = new WeakMap<AppendContext, { version: number; bytes: Uint8Array }>();

/** As bytes: the official client would take an object's JSON through base64 and back, character by character. */
function envelopeBytes(context: AppendContext, version: number): Uint8Array {
  const known = envelopes.get(context);
  if (known?.version === version) return known.bytes;
  const envelope: Envelope = { ...context, schemaVersion: version };
  const bytes = utf8.encode(JSON.stringify(envelope));
  envelopes.set(context, { version, bytes });
  return bytes;
}

async function changeAll(
  data: Fields,
  fields: readonly MarkedField[],
  change: (text: string, field: MarkedField) => Promise<string>,
): Promise<Fields> {
  let changed: unknown = data;
  for (const field of fields) changed = await changeTexts(changed, field.path, (text) => change(text, field));
  return changed as Fields;
}

async function reveal(event: RecordedEvent, fields: readonly MarkedField[], keys: KeyStore): Promise<RecordedEvent> {
  if (fields.length === 0) return event;
  const data = await changeAll({ ...event.data }, fields, async (text) => (await decryptField(keys, text)) ?? '');
  const { type, id, stream, revision, position, envelope } = event;
  return recorded({ type, data, id, stream, revision, position, envelope });
}

type Facts = Omit<RecordedEvent, 'type' | 'data'> & { type: string; data: object };

/** @param facts of a type that the catalogue knows, with the data of that type */
function recorded(facts: Facts): RecordedEvent {
  // Not spread: the compiler would compare every type of event with every other one.
  const event = { ...facts, type: facts.type as DomainEvent['type'], data: facts.data as DomainEvent['data'] };
  return event as RecordedEvent;
}

export function openEventCodec(catalogue: EventCatalogue): EventCodec {
  return {
    encode: async (event, context, keys) => {
      const { version, personal, secret } = catalogue.check(event);
      const fields: Fields = { ...event.data };
      const keyOf = ({ personIn }: MarkedField): string => {
        if (personIn !== null) {
          const person = fields[personIn];
          if (typeof person !== 'string') throw new TypeError(`${event.type} holds personal data and names nobody`);
          return `user:${person}`;
        }
        if (context.accountId === null) throw new TypeError(`${event.type} holds a secret and needs an account`);
        return `account:${context.accountId}`;
      };
      const data = await changeAll(fields, [...personal, ...secret], (text, field) =>
        encryptField(keys, keyOf(field), text),
      );
      const metadata = envelopeBytes(context, version);
      return jsonEvent<EncodedData>({ id: randomUUID(), type: event.type, data, metadata });
    },
    decode: (stored, position) => {
      const envelope = stored.metadata as Envelope;
      const data = catalogue.upcast(stored.type, envelope.schemaVersion, stored.data as Fields);
      const { type, id, streamId: stream } = stored;
      return recorded({ type, data, id, stream, revision: Number(stored.revision), position, envelope });
    },
    revealSecrets: (event, keys) => reveal(event, catalogue.entry(event.type).secret, keys),
    revealPersonalData: (event, keys) => reveal(event, catalogue.entry(event.type).personal, keys),
  };
}

/** For the events of this version of the service. */
export const eventCodec = openEventCodec(eventCatalogue);
