import type { RootOptions } from 'react-dom/client';
import { startErrorReports } from './errorReports.ts';
import { reportTargetOf } from './reportTarget.ts';

/**
 * @param accountId of the account that is shown, when something fails
 * @returns how React is started: where the operator wants error reports, it reports what boundaries catch as well
 */
export function reportingRoot(page: Window, accountId: () => string | null): RootOptions {
  const target = reportTargetOf(page.document);
  if (!target) return {};
  const open = async () => (await import('./sendReports.ts')).openSentry(target, accountId);
  const report = startErrorReports(page, open);
  return {
    onCaughtError: (error) => {
      console.error(error);
      report(error);
    },
  };
}
