import { type Frequency, periodsOf, type Span } from '@assay/contract';
import type { RunColumns, RunSource } from './runColumns.ts';
import { type RunsQuery, sourceFilterOf } from './runsQuery.ts';

/** Adds up runs, one after the other. */
export type Tally<Counts> = {
  add(columns: RunColumns, run: number): void;
  counts(): Counts;
};

/** What is folded into periods. */
export type PeriodsQuery = RunsQuery & { frequency: Frequency; timeZone: string };

/**
 * Goes through the runs that a query asks for.
 * @param visit called with the columns that a run is in, its place in them, and what it is of
 */
export function eachRun(
  hours: readonly RunColumns[],
  query: RunsQuery,
  visit: (columns: RunColumns, run: number, source: RunSource) => void,
): void {
  const isWanted = sourceFilterOf(query);
  const { start, end } = query;
  for (const columns of hours) {
    const { size, sources, source, createdAt } = columns;
    const wanted = sources.map((one) => (isWanted(one) ? one : null));
    for (let run = 0; run < size; run++) {
      const at = createdAt[run] ?? Number.NaN;
      const of = wanted[source[run] ?? -1];
      if (of && at >= start && at < end) visit(columns, run, of);
    }
  }
}

/** @returns the place of the span that a moment is in, among spans without gaps, the oldest first; -1: in none */
function placeIn(spans: readonly Span[], at: number): number {
  let [low, high] = [0, spans.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at < (spans[middle]?.end ?? at)) high = middle;
    else low = middle + 1;
  }
  const found = spans[low];
  return found && at >= found.start && at < found.end ? low : -1;
}

/** @returns what is counted of the runs of each period, the oldest first, with its times in ISO 8601, and of all of them */
export function foldByPeriod<Counts>(
  hours: readonly RunColumns[],
  query: PeriodsQuery,
  begin: () => Tally<Counts>,
): { periods: ({ start: string; end: string } & Counts)[]; all: Counts } {
  const spans = periodsOf(query, query.frequency, query.timeZone);
  const tallies = spans.map(begin);
  const all = begin();
  eachRun(hours, query, (columns, run) => {
    all.add(columns, run);
    tallies[placeIn(spans, columns.createdAt[run] ?? Number.NaN)]?.add(columns, run);
  });
  const isoOf = (at: number) => new Date(at).toISOString();
  const periods = spans.flatMap(({ start, end }, place) => {
    const tally = tallies[place];
    return tally ? { start: isoOf(start), end: isoOf(end), ...tally.counts() } : [];
  });
  return { periods, all: all.counts() };
}
