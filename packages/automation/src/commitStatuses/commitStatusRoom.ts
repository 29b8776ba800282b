import type { CommitStatusRow, TokenSource } from '@assay/application';
import { type OutgoingGuard, openCommitStatusChannel, openPoster } from '@assay/integrations';
import type { AutomationStores } from '../automationDeps.ts';
import { addressOfRun } from '../outbound/addressOfRun.ts';
import { findConnectedRun } from '../outbound/findConnectedRun.ts';
import type { Room } from '../outbound/room.ts';
import { commitStatusOf } from './commitStatusOf.ts';

/** Reports the current status of runs to git services, with the currently connected token. */
export function openCommitStatusRoom(
  deps: AutomationStores & { publicUrl: string; gitTokens: TokenSource },
  guard: OutgoingGuard,
): Room & { close(): void } {
  const poster = openPoster(guard);
  const channel = openCommitStatusChannel(poster);
  return {
    deliver: async ({ accountId, message, dedupeKey }) => {
      const row = message as CommitStatusRow;
      const found = await findConnectedRun(deps, accountId, row);
      if (found.kind !== 'found') return found;
      const { run, service, token } = found;
      const { provider, path, commit } = row;
      const status = commitStatusOf(run, addressOfRun(deps, run));
      return channel.deliver({ at: { provider, address: service.identifier, token, path, commit }, status }, dedupeKey);
    },
    // The log does not record deliveries: the outbox shows them for a month.
    ended: async () => undefined,
    close: () => poster.close(),
  };
}
