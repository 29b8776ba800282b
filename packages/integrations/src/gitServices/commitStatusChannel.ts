import type { Channel, DeliveryResult } from '../channel.ts';
import { isAnswer, type OutgoingAnswer, type Poster, resultOf } from '../outgoing/postJson.ts';
import { type CommitAt, type CommitStatus, statusRequestOf } from './commitStatus.ts';

export type CommitStatusMessage = { at: CommitAt; status: CommitStatus };

/** What people can do about an answer that says little. */
const hints: Readonly<Record<number, string>> = {
  401: 'the token is not valid, or has expired',
  403: 'the token may not set statuses of commits',
  404: 'the repository or the commit is not there, or the token may not see it',
};

function resultOfService(answer: OutgoingAnswer): DeliveryResult {
  // GitLab refuses a status that the commit has already; it is told that again after an answer that was lost.
  if (answer.status === 400 && answer.text.includes('Cannot transition status')) {
    return { kind: 'done', detail: '400, as it has this status already' };
  }
  // GitHub answers so to whoever asks too often, too.
  if (answer.status === 403 && answer.retryAfterMs !== null) {
    return { kind: 'retry', reason: '403, too many requests', of: 'destination', retryAfterMs: answer.retryAfterMs };
  }
  const result = resultOf(answer);
  const hint = hints[answer.status];
  if (result.kind === 'refused' && hint !== undefined) return { kind: 'refused', reason: `${answer.status}: ${hint}` };
  // What was answered is the whole status again.
  return result.kind === 'done' ? { kind: 'done', detail: String(answer.status) } : result;
}

/** Tells git services how the runs of a commit stand. */
export function openCommitStatusChannel(poster: Poster): Channel<CommitStatusMessage> {
  return {
    deliver: async ({ at, status }) => {
      const outcome = await poster.post(statusRequestOf(at, status));
      return isAnswer(outcome) ? resultOfService(outcome) : outcome;
    },
    close: () => undefined,
  };
}
