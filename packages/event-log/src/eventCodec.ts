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
import { catalogueEntry, checkEvent } from './eventCatalogue.ts';
import { decryptField, encryptField, type KeyStore } from './fieldEncryption.ts';

type Fields = Record<string, unknown>;
type StoredData = JSONEventType<string, Fields, Uint8Array>;

const utf8 = new TextEncoder();
/** Facts of one append share their envelope, which is written once. */
const envelopes = new WeakMap<AppendContext, { version: number; bytes: Uint8Array }>();

/** As bytes: an object's JSON the official client would take through base64 and back, sign by sign. */
function envelopeBytes(context: AppendContext, version: number): Uint8Array {
  const known = envelopes.get(context);
  if (known?.version === version) return known.bytes;
  const envelope: Envelope = { ...context, schemaVersion: version };
  const bytes = utf8.encode(JSON.stringify(envelope));
  envelopes.set(context, { version, bytes });
  return bytes;
}

/**
 * Checks a fact against its schema and makes it what the store keeps: personal and secret fields encrypted.
 * @throws TypeError when it does not fit its schema, or a secret has no account to belong to.
 */
export async function encodeEvent(
  event: DomainEvent,
  context: AppendContext,
  keys: KeyStore,
): Promise<EventData<StoredData>> {
  const { version, personal, secret } = checkEvent(event);
  const data: Fields = { ...event.data };
  for (const name of personal) data[name] = await encryptField(keys, `user:${String(data.userId)}`, String(data[name]));
  for (const name of secret) {
    if (context.accountId === null) throw new TypeError(`${event.type} holds a secret and needs an account`);
    data[name] = await encryptField(keys, `account:${context.accountId}`, String(data[name]));
  }
  return jsonEvent<StoredData>({ id: randomUUID(), type: event.type, data, metadata: envelopeBytes(context, version) });
}

/**
 * Reads a stored fact back. There is one version of each event so far, so nothing needs upcasting.
 * @throws RangeError when the fact was written by a newer version of the service.
 */
export function decodeEvent(stored: StoredEvent, position: Position): RecordedEvent {
  const envelope = stored.metadata as Envelope;
  const { version } = catalogueEntry(stored.type);
  if (envelope.schemaVersion !== version) {
    throw new RangeError(
      `${stored.type} was written as version ${envelope.schemaVersion}; this service knows ${version}`,
    );
  }
  const data: object = Object(stored.data);
  const event = {
    type: stored.type as DomainEvent['type'],
    data: data as DomainEvent['data'],
    id: stored.id,
    stream: stored.streamId,
    revision: Number(stored.revision),
    position,
    envelope,
  };
  return event as RecordedEvent;
}

/** @returns the fact with its secrets readable, as a decision needs them. What an erased key hid becomes empty. */
export async function revealSecrets(event: RecordedEvent, keys: KeyStore): Promise<RecordedEvent> {
  const { secret } = catalogueEntry(event.type);
  if (secret.length === 0) return event;
  const data: Fields = { ...event.data };
  for (const name of secret) data[name] = (await decryptField(keys, String(data[name]))) ?? '';
  const readable: object = data;
  return { ...event, ...({ type: event.type, data: readable } as DomainEvent) };
}
