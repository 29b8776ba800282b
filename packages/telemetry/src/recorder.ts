import { type MonitorType, performanceLimits } from '@assay/contract';
import { Counter, Histogram, Registry } from 'prom-client';
import type { ErrorReports } from './failedWork.ts';
import { beginMeasurement, type StoreRequests } from './measurement.ts';
import type { Tracing } from './spans.ts';

/** One piece of work that was recorded. */
export type MonitorRecord = {
  startTime: Date;
  monitorType: MonitorType;
  name: string;
  /** Milliseconds. */
  duration: number;
  dbRequests: number;
  dbTime: number;
  slowest: { name: string; milliseconds: number } | null;
  /** The number of operations that the record represents: more than 1 if it is from a sample. */
  weight: number;
  extra: { path: string | null; accountId: string | null; userId: string | null; CLI: boolean };
};

export type Work = {
  type: MonitorType;
  name: string;
  accountId?: string | null;
  /** Where its trace goes on, as `traceparent` has it. */
  traceparent?: string | undefined;
};

type Ending = {
  name?: string;
  extra?: Partial<MonitorRecord['extra']>;
  /** It waited on purpose, as for new work: being slow says nothing. */
  waited?: boolean;
  /** For metrics. */
  labels?: { method: string; route: string; status: string };
};

export type Begun = {
  /** Runs something that belongs to the work. */
  run<Result>(work: () => Result): Result;
  end(ending?: Ending): StoreRequests;
};

/**
 * Measures the work of a process: records for the staff, metrics for Prometheus, spans for OpenTelemetry; reports what
 * failed.
 */
export type Recorder = {
  readonly registry: Registry;
  begin(work: Work): Begun;
  /** @returns what the work returned, and its requests to the stores; rejects as it does */
  measure<Result>(work: Work, run: () => Promise<Result>): Promise<{ result: Result; storeRequests: StoreRequests }>;
  /** Adds a span that ends now to each of the traces: work that is shared by many. */
  noteTraces(name: string, traceparents: readonly string[], startTime: Date): void;
  /** Reports work that failed for a reason of ours, where the operator wants error reports. */
  reportError: ErrorReports['report'];
  /** Saves what has not been saved. */
  stop(): Promise<void>;
};

const saveEveryMs = 2_000;
/** Records in memory: of more in that time, some are dropped and counted. */
const mostWaiting = 1_000;
/** In seconds. */
const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const { sampleOneIn, slowMilliseconds } = performanceLimits;
const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10;

/**
 * @param options.save stores records; what it rejects with is logged, and the records are lost
 * @param options.isSampled whether work that was not slow is recorded; one in 20 by default
 */
export function openRecorder({
  save,
  log,
  tracing = null,
  errorReports = null,
  isSampled = () => Math.random() * sampleOneIn < 1,
}: {
  save: (records: MonitorRecord[]) => Promise<void>;
  log: { warn(details: object, text: string): void };
  tracing?: Tracing | null;
  errorReports?: ErrorReports | null;
  isSampled?: () => boolean;
}): Recorder {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'assay_http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'] as const,
    buckets,
    registers,
  });
  const works = new Histogram({
    name: 'assay_work_duration_seconds',
    help: 'Time of jobs, reactions to events and background work',
    labelNames: ['kind', 'name'] as const,
    buckets,
    registers,
  });
  const stores = new Histogram({
    name: 'assay_store_request_duration_seconds',
    help: 'Time of requests to the stores',
    labelNames: ['store', 'operation'] as const,
    buckets,
    registers,
  });
  const dropped = new Counter({
    name: 'assay_performance_records_dropped_total',
    help: 'Performance records that were not stored',
    registers,
  });

  let waiting: MonitorRecord[] = [];
  let saving: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  function saveWaiting(): Promise<void> {
    timer = null;
    const records = waiting;
    waiting = [];
    if (records.length === 0) return saving;
    saving = saving
      .then(() => save(records))
      .catch((error: unknown) => {
        dropped.inc(records.length);
        log.warn({ err: error, count: records.length }, 'performance records could not be stored');
      });
    return saving;
  }

  function record(one: MonitorRecord): void {
    if (waiting.length < mostWaiting) waiting.push(one);
    else dropped.inc();
    timer ??= setTimeout(() => void saveWaiting(), saveEveryMs).unref();
  }

  function begin({ type, name, accountId = null, traceparent }: Work): Begun {
    const startTime = new Date();
    const began = performance.now();
    const measurement = beginMeasurement((store, operation, milliseconds) =>
      stores.observe({ store, operation }, milliseconds / 1_000),
    );
    const span = tracing?.begin(name, { server: type === 'Web', traceparent }) ?? null;
    return {
      run: (work) => measurement.run(() => (span ? span.run(work) : work())),
      end: ({ name: finalName = name, extra = {}, waited = false, labels } = {}) => {
        const duration = performance.now() - began;
        const storeRequests = measurement.end();
        if (labels) requests.observe(labels, duration / 1_000);
        else works.observe({ kind: type, name: finalName }, duration / 1_000);
        span?.end(finalName, { ...labels, 'assay.store_requests': storeRequests.count });
        const isSlow = duration >= slowMilliseconds && !waited;
        if (isSlow || isSampled()) {
          const slowest = storeRequests.slowest;
          record({
            ...{ startTime, monitorType: type, name: finalName, duration: rounded(duration) },
            ...{ dbRequests: storeRequests.count, dbTime: rounded(storeRequests.milliseconds) },
            slowest: slowest && { ...slowest, milliseconds: rounded(slowest.milliseconds) },
            weight: isSlow ? 1 : sampleOneIn,
            extra: { path: null, accountId, userId: null, CLI: false, ...extra },
          });
        }
        return storeRequests;
      },
    };
  }

  return {
    registry,
    begin,
    measure: async (work, run) => {
      const begun = begin(work);
      try {
        const result = await begun.run(run);
        return { result, storeRequests: begun.end() };
      } catch (error) {
        begun.end();
        throw error;
      }
    },
    noteTraces: (name, traceparents, startTime) => {
      if (!tracing) return;
      for (const traceparent of traceparents) {
        tracing.begin(name, { server: false, traceparent, startTime }).end(name, {});
      }
    },
    reportError: (error, work) => errorReports?.report(error, work),
    stop: async () => {
      if (timer) clearTimeout(timer);
      await saveWaiting();
      await saving;
    },
  };
}
