import type { PerformanceQuarters } from '@assay/contract';
import type { MonitorRecord } from '@assay/telemetry';

const quarterMs = 15 * 60_000;

type Times = Pick<MonitorRecord, 'startTime' | 'duration' | 'dbTime' | 'weight'>;

/** @returns the record at this percentile, from 0 to 1; a sampled record counts by its weight */
function percentile(ascending: readonly Times[], part: number): Times | undefined {
  const all = ascending.reduce((sum, { weight }) => sum + weight, 0);
  let passed = 0;
  return ascending.find(({ weight }) => {
    passed += weight;
    return passed >= all * part;
  });
}

/** @returns durations by quarter of an hour, oldest first; none for a quarter without records */
export function quartersOf(records: readonly Times[]): PerformanceQuarters {
  const quarters = new Map<number, Times[]>();
  for (const record of records) {
    const start = Math.floor(record.startTime.getTime() / quarterMs) * quarterMs;
    const before = quarters.get(start);
    if (before) before.push(record);
    else quarters.set(start, [record]);
  }
  return [...quarters]
    .sort(([a], [b]) => a - b)
    .map(([start, own]) => {
      const ascending = own.sort((a, b) => a.duration - b.duration);
      const [median, slow] = [percentile(ascending, 0.5), percentile(ascending, 0.95)];
      return {
        startTime: new Date(start).toISOString(),
        count: own.reduce((sum, { weight }) => sum + weight, 0),
        p50: median?.duration ?? 0,
        p95: slow?.duration ?? 0,
        // Requests in parallel add up to more than the work took.
        dbTime: Math.min(slow?.dbTime ?? 0, slow?.duration ?? 0),
      };
    });
}
