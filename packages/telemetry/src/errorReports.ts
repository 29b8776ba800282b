import { errorReportSettingsOf } from './errorReportSettings.ts';

/** What failed. Nothing personal: routes, names of jobs, ids. */
export type FailedWork = {
  /** The route, or the name of the job or reaction. */
  name: string;
  kind: 'request' | 'job' | 'reaction' | 'process';
  tags?: Readonly<Record<string, string | number | null>>;
};

/** Where errors of a process are reported to. */
export type ErrorReports = {
  report(error: unknown, work: FailedWork): void;
  /** Resolves when what was reported is sent, or after two seconds. */
  stop(): Promise<void>;
};

/**
 * Opens the error reports of a process, where SENTRY_DSN says to; their packages are not loaded otherwise.
 * @param process the name of the process, such as `api`
 * @throws RangeError when the variable is not a DSN
 */
export async function openErrorReports(process: string, env: NodeJS.ProcessEnv): Promise<ErrorReports | null> {
  const settings = errorReportSettingsOf(env);
  if (!settings) return null;
  const { sentryReports } = await import('./sentryReports.ts');
  return sentryReports(process, settings, env);
}

/**
 * Reports errors that nothing catches, and rejections that nothing handles. The process then ends as without it: with the
 * error on stderr and code 1.
 */
export function reportUncaught(reports: ErrorReports | null): void {
  if (!reports) return;
  process.once('uncaughtException', (error) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    reports.report(error, { kind: 'process', name: 'uncaught' });
    void reports.stop().finally(() => process.exit(1));
  });
}
