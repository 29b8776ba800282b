import {
  type AllStreamRecordedEvent,
  type AppendExpectedRevision,
  binaryEvent,
  type EventData,
  type EventStoreDBClient,
  type JSONType,
  jsonEvent,
  NO_STREAM,
} from '@eventstore/db-client';
import { CommandError } from '../operation/command.ts';

/** Of one append: a single message to the server, far below the smallest limit of any server. */
const most = { events: 200, bytes: 256 * 1024 };
/** Number of appends in flight. A server handles them in the order in which they are sent. */
const windowSize = 64;

type Group = { stream: string; first: bigint; commit: bigint; events: EventData[]; bytes: number };

export function eventDataOf({ id, type, isJson, data, metadata }: AllStreamRecordedEvent): EventData {
  if (!isJson) return binaryEvent({ id, type, data: data as Uint8Array, metadata: metadata as Uint8Array });
  return jsonEvent({ id, type, data: data as JSONType, metadata: metadata as JSONType });
}

function sizeOf({ data, metadata }: AllStreamRecordedEvent): number {
  const one = (value: unknown) =>
    value instanceof Uint8Array ? value.length : Buffer.byteLength(JSON.stringify(value) ?? '');
  return one(data) + one(metadata) + 200;
}

/** The expected revision of the stream for an event to get this revision. */
export const before = (revision: bigint): AppendExpectedRevision => (revision === 0n ? NO_STREAM : revision - 1n);

/**
 * Appends recorded events to another log in the given order: consecutive events of one stream in one append, many
 * appends in flight.
 */
export class AppendPipeline {
  readonly #target: EventStoreDBClient;
  readonly #onAppended: (commit: bigint, events: number) => Promise<void>;
  readonly #window: number;
  readonly #underWay: { appended: Promise<bigint | undefined>; group: Group }[] = [];
  #group: Group | null = null;
  #newest = -1n;
  /** The first append connects to the server and detects its features; others sent meanwhile could overtake it. */
  #isConnected = false;

  /**
   * @param onAppended everything up to that commit position of the source is on the target's disk
   * @param oneAtATime for a server that does not keep the order of concurrent appends
   */
  constructor(
    target: EventStoreDBClient,
    onAppended: (commit: bigint, events: number) => Promise<void>,
    oneAtATime: boolean,
  ) {
    this.#target = target;
    this.#onAppended = onAppended;
    this.#window = oneAtATime ? 1 : windowSize;
  }

  async push(event: AllStreamRecordedEvent): Promise<void> {
    const { streamId: stream, revision: first } = event;
    const size = sizeOf(event);
    const open = this.#group;
    const fits =
      open?.stream === stream && open.events.length < most.events && open.bytes + size <= most.bytes ? open : null;
    if (!fits) await this.#send();
    const group = fits ?? { stream, first, commit: 0n, events: [], bytes: 0 };
    group.events.push(eventDataOf(event));
    group.bytes += size;
    group.commit = event.position.commit;
    this.#group = group;
  }

  /** Resolves when everything is on the target's disk. */
  async flush(): Promise<void> {
    await this.#send();
    while (this.#underWay.length > 0) await this.#settleFirst();
  }

  async #send(): Promise<void> {
    const group = this.#group;
    if (!group) return;
    this.#group = null;
    const appended = this.#target
      .appendToStream(group.stream, group.events, { expectedRevision: before(group.first) })
      .then(({ position }) => position?.commit);
    // The error reaches the caller that awaits the end.
    appended.catch(() => undefined);
    this.#underWay.push({ appended, group });
    while (this.#underWay.length >= (this.#isConnected ? this.#window : 1)) await this.#settleFirst();
  }

  async #settleFirst(): Promise<void> {
    const first = this.#underWay.shift();
    if (!first) return;
    const position = (await first.appended) ?? this.#newest;
    if (position < this.#newest) {
      throw new CommandError('The target took appends out of order. Empty it and use --one-at-a-time.');
    }
    this.#newest = position;
    this.#isConnected = true;
    await this.#onAppended(first.group.commit, first.group.events.length);
  }
}
