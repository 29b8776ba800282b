import { errorReportSettingsOf } from './errorReportSettings.ts';
import type { ErrorReports } from './failedWork.ts';

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
