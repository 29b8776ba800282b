import { setTimeout as sleep } from 'node:timers/promises';
import { backOffMs, KeyedQueue, LruCache, SingleFlight } from '@assay/concurrency';
import type { Position } from '@assay/contract';
import { type Decider, DomainError } from '@assay/domain';
import type { DomainEvent } from '@assay/event-schemas';
import type { AppendContext } from './envelope.ts';
import type { EventStreams } from './eventStreams.ts';
import { RevisionConflict } from './revisionConflict.ts';

/** `position` is null when nothing happened: there is nothing to wait for. */
export type CommandResult = { id: string; revision: number; position: Position | null; events: DomainEvent[] };

export type HandleOptions = AppendContext & {
  /** The command creates the aggregate: its stream is read only if the append shows that it exists. */
  isNew?: true;
  /** What the caller has seen (If-Match): any other revision is a conflict, and is not retried. */
  expectedRevision?: number;
};

export type CommandHandler = {
  /** Loads, decides, appends. */
  handle<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command | ((state: State, revision: number) => Command | null),
    options: HandleOptions,
  ): Promise<CommandResult>;
  /**
   * Loads the current state of an aggregate, from the same cache as `handle`.
   * @param options.asOf a time of `performance.now()`: what other processes append after it may be missing
   */
  load<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    options?: { asOf?: number },
  ): Promise<{ state: State; revision: number }>;
};

/** States kept in memory, the most recently used ones. A run's state is small, a unit's may hold thousands of tests. */
const cacheSize = 2_000;
/**
 * A conflict is retried unless the caller asked for a revision. The waits are random: without them the process that has
 * just written would always win against the one that has to read first.
 */
const attempts = 20;
const retryMs = { first: 3, max: 30 };

/** Facts that are folded at once when a stream is read. */
const foldedAtOnce = 100;

function evolved<State, Command, Event extends DomainEvent>(
  { evolve, evolveAll }: Decider<State, Command, Event>,
  state: State,
  events: readonly Event[],
): State {
  return evolveAll?.(state, events) ?? events.reduce(evolve, state);
}

/** `asOf`: the time of `performance.now()` at which the stream had nothing newer. */
type Cached = { state: unknown; revision: number; asOf: number };

/**
 * Handles commands: take the state from the cache, decide, append after the state's revision. The stream is read, and
 * the decision repeated on newer state, only after a conflict, a refusal or a decision to do nothing. The usual command
 * costs one round trip to the store.
 */
export function commandHandler({ append, read }: EventStreams): CommandHandler {
  const cache = new LruCache<string, Cached>(cacheSize);

  async function catchUp<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    stream: string,
  ): Promise<{ state: State; revision: number; asOf: number; moved: boolean }> {
    const cached = cache.get(stream);
    let state = cached ? (cached.state as State) : decider.initialState();
    let revision = cached ? cached.revision : -1;
    const before = revision;
    const asOf = performance.now();
    let unfolded: Event[] = [];
    for await (const event of read(stream, revision + 1)) {
      unfolded.push(event as DomainEvent as Event);
      revision = event.revision;
      if (unfolded.length < foldedAtOnce) continue;
      state = evolved(decider, state, unfolded);
      unfolded = [];
    }
    state = evolved(decider, state, unfolded);
    cache.set(stream, { state, revision, asOf });
    return { state, revision, asOf, moved: revision !== before };
  }

  const loads = new SingleFlight<string, Cached>();

  /** Commands of this process on one stream never conflict with each other. */
  const commands = new KeyedQueue();

  const decideAndAppend: CommandHandler['handle'] = async (
    decider,
    id,
    command,
    { expectedRevision, isNew, ...context },
  ) => {
    type State = ReturnType<typeof decider.initialState>;
    const stream = `${decider.category}-${id}`;
    const cached = cache.get(stream);
    const believed = cached ?? (isNew ? { state: decider.initialState(), revision: -1 } : null);
    let { state, revision } = believed
      ? { state: believed.state as State, revision: believed.revision }
      : await catchUp(decider, stream);
    // Whether another process may have written something newer.
    let mayBeStale = believed !== null;

    for (let attempt = 1; ; attempt++) {
      const refresh = async (): Promise<boolean> => {
        if (!mayBeStale) return false;
        const fresh = await catchUp(decider, stream);
        ({ state, revision } = fresh);
        mayBeStale = false;
        return fresh.moved;
      };
      if (expectedRevision !== undefined && expectedRevision !== revision) {
        if (await refresh()) continue;
        throw new RevisionConflict(stream);
      }
      let events: ReturnType<typeof decider.decide>;
      try {
        const wanted =
          typeof command === 'function'
            ? (command as (s: State, r: number) => Parameters<typeof decider.decide>[0] | null)(state, revision)
            : command;
        events = wanted === null ? [] : decider.decide(wanted, state);
      } catch (error) {
        if (error instanceof DomainError && (await refresh())) continue;
        throw error;
      }
      if (events.length === 0) {
        if (await refresh()) continue;
        return { id, revision, position: null, events };
      }
      try {
        const appended = await append(stream, revision, events, context);
        const asOf = performance.now();
        cache.set(stream, { state: evolved(decider, state, events), revision: appended.revision, asOf });
        return { id, revision: appended.revision, position: appended.position, events };
      } catch (error) {
        cache.delete(stream);
        if (!(error instanceof RevisionConflict) || attempt >= attempts || expectedRevision !== undefined) throw error;
        await sleep(backOffMs(attempt, retryMs));
        ({ state, revision } = await catchUp(decider, stream));
        mayBeStale = false;
      }
    }
  };

  const handle: CommandHandler['handle'] = (decider, id, command, options) =>
    commands.run(`${decider.category}-${id}`, () => decideAndAppend(decider, id, command, options));

  const load: CommandHandler['load'] = async (decider, id, { asOf = Number.POSITIVE_INFINITY } = {}) => {
    const stream = `${decider.category}-${id}`;
    const cached = cache.get(stream);
    const { state, revision } =
      cached && cached.asOf >= asOf ? cached : await loads.joinNext(stream, () => catchUp(decider, stream), asOf);
    return { state: state as ReturnType<typeof decider.initialState>, revision };
  };

  return { handle, load };
}
