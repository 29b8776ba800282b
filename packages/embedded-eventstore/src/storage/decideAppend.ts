/** What a writer expects of the stream before the write; a number is the revision of the last event it knows. */
export type ExpectedRevision = 'any' | 'noStream' | 'streamExists' | number;

/** The stream before an append. */
export type StreamBefore = {
  /** -1 when nothing was ever written to it. */
  lastRevision: number;
  tombstoned: boolean;
  /** Counts as missing, but its revisions continue where they stopped. */
  softDeleted: boolean;
};

/** Looks up events that were written before, by id. */
export type WrittenEvents = {
  /** The id of the event at that revision. */
  idAt(revision: number): string | undefined;
  /** The revision of a recent event with that id in this stream. */
  recentRevision(id: string): number | undefined;
};

export type AppendDecision =
  | { kind: 'append'; firstRevision: number }
  | { kind: 'alreadyWritten'; lastRevision: number }
  | { kind: 'wrongExpectedRevision'; currentRevision: number }
  | { kind: 'streamDeleted' };

/**
 * Decides the outcome of an append. A repeated append, recognised by its event ids, gets the same answer as the first
 * time; one that repeats only in part is refused, as EventStoreDB does
 * (https://docs.kurrent.io/clients/grpc/appending-events.html, "Handling concurrency").
 */
export function decideAppend(
  stream: StreamBefore,
  expected: ExpectedRevision,
  ids: readonly string[],
  written: WrittenEvents,
): AppendDecision {
  if (stream.tombstoned) return { kind: 'streamDeleted' };
  const exists = stream.lastRevision >= 0 && !stream.softDeleted;
  const append: AppendDecision = { kind: 'append', firstRevision: stream.lastRevision + 1 };
  const refuse: AppendDecision = { kind: 'wrongExpectedRevision', currentRevision: stream.lastRevision };

  if (expected === 'any' || expected === 'streamExists') {
    const repeated = repeatsFrom(firstRecent(ids, written), stream, ids, written);
    if (repeated === 'whole') return { kind: 'alreadyWritten', lastRevision: lastOf(ids, written) };
    if (repeated === 'part') return refuse;
    return expected === 'streamExists' && !exists ? refuse : append;
  }
  if (expected === 'noStream' && stream.softDeleted) return append;
  const expectedRevision = expected === 'noStream' ? -1 : expected;
  if (expectedRevision === stream.lastRevision) return append;
  if (expectedRevision > stream.lastRevision || ids.length === 0) return refuse;
  return repeatsFrom(expectedRevision + 1, stream, ids, written) === 'whole'
    ? { kind: 'alreadyWritten', lastRevision: expectedRevision + ids.length }
    : refuse;
}

function firstRecent(ids: readonly string[], written: WrittenEvents): number | undefined {
  const first = ids[0];
  return first === undefined ? undefined : written.recentRevision(first);
}

function lastOf(ids: readonly string[], written: WrittenEvents): number {
  return (firstRecent(ids, written) ?? 0) + ids.length - 1;
}

/** Whether events with these ids are in the stream from a revision on: all of them, some, or none. */
function repeatsFrom(
  firstRevision: number | undefined,
  stream: StreamBefore,
  ids: readonly string[],
  written: WrittenEvents,
): 'whole' | 'part' | 'none' {
  if (firstRevision === undefined) return 'none';
  const same = ids.filter((id, index) => {
    const revision = firstRevision + index;
    return revision <= stream.lastRevision && written.idAt(revision) === id;
  }).length;
  if (same === ids.length) return 'whole';
  return same > 0 ? 'part' : 'none';
}
