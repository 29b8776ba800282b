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

/** Of one append: a single message to the server, far below the least that a server takes at once. */
const most = { events: 200, bytes: 256 * 1024 };
/** Appends on their way at the same time. A server takes them in the order in which they are sent. */
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

/** What the stream must be at for an event to get this revision. */
export const before = (revision: bigint): AppendExpectedRevision => (revision === 0n ? NO_STREAM : revision - 1n);

/**
 * Appends recorded events to another log in the order in which they are given: neighbours of one stream in one append,
 * many appends on their way at once.
 */
export class AppendPipeline {
  readonly #target: EventStoreDBClient;
  readonly #onAppended: (commit: bigint, events: number) => Promise<void>;
  readonly #window: number;
  readonly #underWay: { appended: Promise<bigint | undefined>; group: Group }[] = [];
  #group: Group | null = null;
  #newest = -1n;
  /** The first append finds the server, and what it can do; those sent meanwhile could come in any order. */
  #isConnected = false;

  /**
   * @param onAppended everything up to that commit position of the source is on the target's disk
   * @param oneAtATime for a server that does not keep the order of what is sent together
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

  /** Resolves when all that was given is on the target's disk. */
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
    // Whoever settles it hears of it.
    appended.catch(() => undefined);
    this.#underWay.push({ appended, group });
    while (this.#underWay.length >= (this.#isConnected ? this.#window : 1)) await this.#settleFirst();
  }

  async #settleFirst(): Promise<void> {
    const first = this.#underWay.shift();
    if (!first) return;
    const position = (await first.appended) ?? this.#newest;
    if (position < this.#newest) {
      throw new CommandError(
        'The target took appends in another order than they were sent. Empty it and use --one-at-a-time.',
      );
    }
    this.#newest = position;
    this.#isConnected = true;
    await this.#onAppended(first.group.commit, first.group.events.length);
  }
}
