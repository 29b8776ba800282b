import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { RE2JS } from 're2js';
import { BoundedCache } from '../storage/boundedCache.ts';
import type { EventRecord } from '../storage/eventRecord.ts';
import { invalidArgument } from './callErrors.ts';

/** The window EventStoreDB uses when a filter does not set one. */
const defaultSearchWindow = 32;
const maxCachedAnswers = 10_000;

/** Which events of $all a reader wants. */
export type EventFilter = {
  matches(event: EventRecord): boolean;
  /** A subscriber gets a checkpoint after this many events, matching or not. */
  checkpointInterval: number;
};

/**
 * A filter by prefix or regular expression on stream name or event type. Expressions use RE2 and run in linear time, so
 * none can stall the server; what only backtracking can match (look-arounds, back references) is refused.
 * @throws CallError INVALID_ARGUMENT
 */
export function readEventFilter(options: ReadReq.Options.FilterOptions): EventFilter {
  const expression = options.getStreamIdentifier() ?? options.getEventType();
  if (!expression) throw invalidArgument('A filter must be on stream names or on event types.');
  const matchesText = textMatcher(expression.getPrefixList(), expression.getRegex());
  const answers = new BoundedCache<string, boolean>(maxCachedAnswers);
  const byStream = options.hasStreamIdentifier();
  return {
    matches: (event) => {
      const text = byStream ? event.streamName : event.type;
      const known = answers.get(text);
      if (known !== undefined) return known;
      const answer = matchesText(text);
      answers.set(text, answer);
      return answer;
    },
    checkpointInterval: (options.getMax() || defaultSearchWindow) * (options.getCheckpointintervalmultiplier() || 1),
  };
}

/** `^(A|B)$`: what clients write for 'one of these names', which is quicker to look up than to compile. */
const anyOfNames = /^\^\((\w+(?:\|\w+)*)\)\$$/;

function textMatcher(prefixes: readonly string[], regex: string): (text: string) => boolean {
  if (prefixes.length > 0) return (text) => prefixes.some((prefix) => text.startsWith(prefix));
  const names = anyOfNames.exec(regex)?.[1]?.split('|');
  if (names) {
    const known = new Set(names);
    return (text) => known.has(text);
  }
  try {
    const compiled = RE2JS.compile(regex);
    return (text) => compiled.matcher(text).find();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalidArgument(`This server cannot run the regular expression of the filter: ${reason}`);
  }
}
