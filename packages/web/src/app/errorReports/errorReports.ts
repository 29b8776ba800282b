import { loadOnce } from '@assay/concurrency';
import { asServiceError } from '../../connection/serviceError.ts';
import { isFailedImport } from '../../ui/boundary/isFailedImport.ts';
import type { SendReport } from './reportTarget.ts';

/** Reports of one page; a loop in rendering is not one report each. */
const mostReports = 10;

/**
 * @returns whether an error is one of the client: answers of the service are the service's to report, refused input is
 * a user's, and files of an earlier version are gone after an upgrade
 */
function isOurs(error: unknown): error is Error {
  if (!(error instanceof Error) || asServiceError(error) || isFailedImport(error)) return false;
  return !['AbortError', 'ValidationError'].includes(error.name);
}

/**
 * Reports errors that nothing catches and rejections that nothing handles, each once. The SDK is loaded with the first one.
 * @param open loads what sends reports
 * @returns reports an error, such as one in rendering that a part of the page has caught
 */
export function startErrorReports(page: Window, open: () => Promise<SendReport>): (error: unknown) => void {
  const reported = new Set<string>();
  const sender = loadOnce(open);

  function report(error: unknown): void {
    if (!isOurs(error)) return;
    const key = error.stack ?? error.message;
    if (reported.has(key) || reported.size >= mostReports) return;
    reported.add(key);
    const { pathname } = page.location;
    sender().then(
      (send) => send(error, pathname),
      // Its file is not there, as after an upgrade: the next error tries again.
      () => undefined,
    );
  }

  page.addEventListener('error', ({ error }) => report(error));
  page.addEventListener('unhandledrejection', ({ reason }) => report(reason));
  return report;
}
