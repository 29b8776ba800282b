import { reducedReport, version } from '@assay/contract';
import { openFetch, proxiesOf } from '@assay/proxies';
import {
  createTransport,
  defaultStackParser,
  LightNodeClient,
  linkedErrorsIntegration,
  Scope,
} from '@sentry/node-core/light';
import type { ErrorReportSettings } from './errorReportSettings.ts';
import type { ErrorReports, FailedWork } from './failedWork.ts';

const sendMs = 10_000;
const endMs = 2_000;
/** The same failure of the same work is reported once in this time: jobs run each second, and stores may be away. */
const repeatMs = 60_000;
const mostFailures = 500;

const codePattern = /^[A-Za-z][\w.]{1,60}$/;

/** The code of an error of ours, of Node or of a store; empty for any other. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return codePattern.test(code) ? code : '';
}

/** @returns whether a failure is reported now */
function onceInAWhile(): (failure: string) => boolean {
  const reportedAt = new Map<string, number>();
  return (failure) => {
    const now = performance.now();
    if (now - (reportedAt.get(failure) ?? Number.NEGATIVE_INFINITY) < repeatMs) return false;
    if (reportedAt.size >= mostFailures) reportedAt.clear();
    reportedAt.set(failure, now);
    return true;
  };
}

/**
 * Reports errors to Sentry. The client is not registered globally and has no integration that collects anything: an event is
 * the error, and what `report` is given.
 */
export function sentryReports(process: string, settings: ErrorReportSettings, env: NodeJS.ProcessEnv): ErrorReports {
  const fetch = openFetch(proxiesOf(env));
  const client = new LightNodeClient({
    dsn: settings.dsn,
    release: `assay@${version}`,
    environment: settings.environment,
    includeServerName: false,
    sendClientReports: false,
    stackParser: defaultStackParser,
    integrations: [linkedErrorsIntegration()],
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const signal = AbortSignal.timeout(sendMs);
        const answer = await fetch(options.url, { method: 'POST', body, headers: options.headers ?? {}, signal });
        await answer.arrayBuffer();
        return {
          statusCode: answer.status,
          headers: {
            'retry-after': answer.headers.get('retry-after'),
            'x-sentry-rate-limits': answer.headers.get('x-sentry-rate-limits'),
          },
        };
      }),
    beforeSend: (event) => ({ ...reducedReport(event), type: undefined }),
  });
  client.init();
  const isDue = onceInAWhile();

  function report(error: unknown, { kind, name, tags = {} }: FailedWork): void {
    const code = codeOf(error);
    if (!isDue(`${kind} ${name} ${code || (error instanceof Error ? error.name : '')}`)) return;
    const scope = new Scope();
    scope.setClient(client);
    scope.setLevel(kind === 'process' ? 'fatal' : 'error');
    scope.setTransactionName(name);
    const given = Object.entries(tags).filter(([, value]) => value !== null);
    scope.setTags({ process, kind, ...(code ? { code } : {}), ...Object.fromEntries(given) });
    scope.captureException(error, { mechanism: { type: 'generic', handled: kind !== 'process' } });
  }

  return { report, stop: async () => void (await client.close(endMs)) };
}
