import { type CommitStatusRow, commitStatusChannel, pullRequestChannel } from '@assay/application';
import { authorizationCalls } from '@assay/contract';
import { route } from '../http/route.ts';

const shown = 20;

export const listCommitStatuses = route(
  authorizationCalls.listCommitStatuses,
  async ({ api, params: { id }, caller: { accountId } }) => {
    await api.owners.requireOwn(`authorization-${id}`, accountId, 'authorization.notFound');
    const { rows } = await api.operations.outbox.pageAbout(accountId, id, { offset: 0, limit: shown });
    return rows
      .filter(({ channel }) => channel === commitStatusChannel || channel === pullRequestChannel)
      .map(({ channel, message, state, tries = [], lastError, createdAt, endedAt }) => {
        const { testRunId, run, commit } = message as CommitStatusRow;
        const detail = tries.at(-1)?.detail ?? lastError;
        const kind = channel === pullRequestChannel ? ('comment' as const) : ('status' as const);
        return { testRunId, run, commit, kind, state, detail, at: (endedAt ?? createdAt).toISOString() };
      });
  },
);
