import type { Stores } from '@assay/application';
import {
  type ErrorReports,
  type MetricsServer,
  openErrorReports,
  openRecorder,
  openTracing,
  type Recorder,
  reportUncaught,
  serveProcessMetrics,
} from '@assay/telemetry';
import { type Logger, pino } from 'pino';
import { type Held, holdAlone } from './singleHolder.ts';
import { storesOfEnvironment } from './storesOfEnvironment.ts';

/** What a process does while it holds its lease. */
export type Role = { ended: Promise<void>; stop(): Promise<void> };

function reasonToEnd(): { signal: AbortSignal; until: Promise<void> } {
  const controller = new AbortController();
  const until = new Promise<void>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) {
      process.once(name, () => {
        controller.abort();
        resolve();
      });
    }
  });
  return { signal: controller.signal, until };
}

/** Serves whether the process works, and its metrics where their token is set, at its port if that is set. */
async function metricsOf(name: string, { registry }: Recorder): Promise<MetricsServer | null> {
  const { env } = process;
  const port = env[`ASSAY_${name.toUpperCase()}_METRICS_PORT`];
  if (!port) return null;
  const at = { host: env.ASSAY_METRICS_HOST || '127.0.0.1', port: Number(port) };
  return serveProcessMetrics(registry, at, env.ASSAY_METRICS_TOKEN || null);
}

/**
 * A process with a role that only one process at a time may have: opens the stores, waits for the lease, prints `<name>
 * running`, and exits with code 1 on an error, so that its supervisor restarts it.
 */
export async function runRole(
  name: string,
  start: (stores: Stores, log: Logger, held: Held & { recorder: Recorder }) => Promise<Role>,
): Promise<void> {
  const log = pino({ name, level: process.env.LOG_LEVEL ?? 'warn' }, pino.destination(2));
  const end = reasonToEnd();
  let errorReports: ErrorReports | null = null;
  try {
    errorReports = await openErrorReports(name, process.env);
    reportUncaught(errorReports);
    const tracing = await openTracing(name, process.env);
    const stores = await storesOfEnvironment(log, end.signal, tracing);
    const recorder = openRecorder({ save: stores.operations.performanceRecords.save, log, tracing, errorReports });
    const metrics = await metricsOf(name, recorder);
    const held = await holdAlone(stores.operations, name, log, end.signal);
    if (!held) process.exit(0);
    const role = await start(stores, log, { ...held, recorder });
    process.stdout.write(`${name} running\n`);
    const leaseLost = new Promise<never>((_, reject) => {
      held.lost.addEventListener('abort', () => reject(new Error(`another process has become the ${name}`)));
    });
    await Promise.race([end.until, role.ended, leaseLost]);
    await role.stop();
    await metrics?.stop();
    await recorder.stop();
    await tracing?.stop();
    await errorReports?.stop();
    await held.release();
    await stores.close();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, `the ${name} cannot continue`);
    errorReports?.report(error, { kind: 'process', name: 'ended' });
    await errorReports?.stop();
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
