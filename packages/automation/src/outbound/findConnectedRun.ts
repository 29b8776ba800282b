import type { CommitStatusRow, TokenSource } from '@assay/application';
import { type AccountId, authorizationIdOf, type TestRunView } from '@assay/contract';
import { type ActiveAuthorization, authorizationDecider } from '@assay/domain';
import { UnreadableService } from '@assay/integrations';
import type { AttemptOutcome } from '@assay/operations';
import type { AutomationStores } from '../automationDeps.ts';

const disconnected: AttemptOutcome = { kind: 'refused', reason: 'The service was disconnected before this was sent.' };
/** Service failures are temporary; a revoked grant is permanent, and its messages are dropped in the end. */
const tokenless: AttemptOutcome = {
  kind: 'retry',
  reason: 'The service gives no token. It may have to be connected again.',
  of: 'destination',
};
const gone: AttemptOutcome = { kind: 'refused', reason: 'The run is not there any more.' };

type ConnectedRun = {
  kind: 'found';
  accountId: AccountId;
  run: TestRunView;
  service: ActiveAuthorization;
  token: string;
};

/** @returns the current run and its connected git service, or why nothing can be sent */
export async function findConnectedRun(
  deps: AutomationStores & { gitTokens: TokenSource },
  accountId: AccountId | null,
  { testRunId, provider }: Pick<CommitStatusRow, 'testRunId' | 'provider'>,
): Promise<ConnectedRun | AttemptOutcome> {
  if (accountId === null) return gone;
  const [{ state: service }, run] = await Promise.all([
    deps.eventLog.load(authorizationDecider, authorizationIdOf(accountId, provider)),
    deps.readModels.of(accountId).testRun(testRunId),
  ]);
  if (service.status !== 'active') return disconnected;
  if (!run) return gone;
  const token = await deps.gitTokens.tokenFor(service).catch((error: unknown) => {
    if (error instanceof UnreadableService) return null;
    throw error;
  });
  return token === null ? tokenless : { kind: 'found', accountId, run, service, token };
}
