import type { CommitStatusRow, TokenSource } from '@assay/application';
import { authorizationIdOf } from '@assay/contract';
import { authorizationDecider } from '@assay/domain';
import { type OutgoingGuard, openCommitStatusChannel, openPoster, UnreadableService } from '@assay/integrations';
import type { AttemptOutcome } from '@assay/operations';
import type { AutomationStores } from '../automationDeps.ts';
import { addressOfRun } from '../outbound/addressOfRun.ts';
import type { Room } from '../outbound/room.ts';
import { commitStatusOf } from './commitStatusOf.ts';

const disconnected: AttemptOutcome = { kind: 'refused', reason: 'The service was disconnected before this was sent.' };
/** Services are away for a while; a grant that was taken back stays so, and the message is given up in the end. */
const tokenless: AttemptOutcome = {
  kind: 'retry',
  reason: 'The service gives no token. It may have to be connected again.',
  of: 'destination',
};
const gone: AttemptOutcome = { kind: 'refused', reason: 'The run is not there any more.' };

/** Tells git services how runs stand at that moment, by the token that is connected at that moment. */
export function openCommitStatusRoom(
  deps: AutomationStores & { publicUrl: string; gitTokens: TokenSource },
  guard: OutgoingGuard,
): Room & { close(): void } {
  const poster = openPoster(guard);
  const channel = openCommitStatusChannel(poster);
  return {
    deliver: async ({ accountId, message, dedupeKey }) => {
      const { testRunId, provider, path, commit } = message as CommitStatusRow;
      if (accountId === null) return gone;
      const [{ state }, run] = await Promise.all([
        deps.eventLog.load(authorizationDecider, authorizationIdOf(accountId, provider)),
        deps.readModels.of(accountId).testRun(testRunId),
      ]);
      if (state.status !== 'active') return disconnected;
      if (!run) return gone;
      const token = await deps.gitTokens.tokenFor(state).catch((error: unknown) => {
        if (error instanceof UnreadableService) return null;
        throw error;
      });
      if (token === null) return tokenless;
      const { identifier: address } = state;
      const status = commitStatusOf(run, addressOfRun(deps, run));
      return channel.deliver({ at: { provider, address, token, path, commit }, status }, dedupeKey);
    },
    // Nothing in the log depends on it: the outbox shows for a month how it went.
    ended: async () => undefined,
    close: () => poster.close(),
  };
}
