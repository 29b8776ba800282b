import type { TestRunView } from '@assay/contract';
import type { AutomationDeps } from '../automationDeps.ts';

/**
 * @param tab of the page, such as `/messages`
 * @returns the URL of a run's page, for links in messages
 */
export function addressOfRun(
  { publicUrl }: Pick<AutomationDeps, 'publicUrl'>,
  run: Pick<TestRunView, 'id' | 'account'>,
  tab = '',
): string {
  return `${publicUrl}/${encodeURIComponent(run.account.name)}/test-runs/${run.id}${tab}`;
}
