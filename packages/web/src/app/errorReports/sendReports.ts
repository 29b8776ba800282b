import { pagePathOf, reducedReport, version } from '@assay/contract';
import { BrowserClient, defaultStackParser, linkedErrorsIntegration, makeFetchTransport, Scope } from '@sentry/browser';
import type { ReportTarget, SendReport } from './reportTarget.ts';

/**
 * Sends errors to Sentry. No integration collects anything: a report is the error, the page as the router has it, and the
 * id of the account.
 */
export function openSentry({ dsn, environment }: ReportTarget, accountId: () => string | null): SendReport {
  const client = new BrowserClient({
    dsn,
    environment,
    release: `assay@${version}`,
    sendClientReports: false,
    stackParser: defaultStackParser,
    integrations: [linkedErrorsIntegration()],
    transport: makeFetchTransport,
    beforeSend: (event) => ({ ...reducedReport(event), type: undefined }),
  });
  client.init();
  return (error, pathname) => {
    const scope = new Scope();
    scope.setClient(client);
    scope.setTransactionName(pagePathOf(pathname) ?? '(unknown)');
    const account = accountId();
    scope.setTags({ process: 'web', ...(account === null ? {} : { accountId: account }) });
    scope.captureException(error, { mechanism: { type: 'generic', handled: false } });
  };
}
